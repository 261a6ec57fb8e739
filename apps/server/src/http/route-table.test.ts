import { expect, test } from "vitest";
import { type Route, RouteTable } from "./route-table.js";

const route = (method: Route["method"], path: string): Route => ({ method, path, handle: () => {} });

const table = new RouteTable([
  route("GET", "/"),
  route("GET", "/content/{type}"),
  route("GET", "/content/{type}/{slug}"),
  route("GET", "/content/{type}/schema"),
  route("PATCH", "/content/{type}"),
  route("*", "/files/{+rest}"),
]);

test.each([
  ["/", "/", {}],
  ["/content/posts", "/content/{type}", { type: "posts" }],
  ["/content/posts/a%2Fb%20c", "/content/{type}/{slug}", { type: "posts", slug: "a/b c" }],
  ["/content/posts/schema", "/content/{type}/schema", { type: "posts" }],
  ["/files/a/b%20c", "/files/{+rest}", { rest: "a/b%20c" }],
])("%s is answered by %s", (path, pattern, params) => {
  expect(table.match(path)).toMatchObject({ pattern, params });
});

test.each(["/content", "/content/", "/content//x", "/content/posts/", "/Content/posts", "//", "/contents/x"])(
  "%s is no path of the table",
  (path) => {
    expect(table.match(path)).toBeUndefined();
  },
);

test("a path lists all its methods", () => {
  expect([...table.match("/content/posts")!.methods.keys()]).toEqual(["GET", "PATCH"]);
});

test("paths that differ behind a parameter may call it differently", () => {
  const table = new RouteTable([route("GET", "/a/{id}"), route("GET", "/a/{slug}/b/{id}")]);
  expect(table.match("/a/1")?.params).toEqual({ id: "1" });
  expect(table.match("/a/1/b/2")?.params).toEqual({ slug: "1", id: "2" });
});

test("two routes for the same requests are refused", () => {
  expect(() => new RouteTable([route("GET", "/a/{id}"), route("GET", "/a/{id}")])).toThrow("Two routes");
  expect(() => new RouteTable([route("GET", "/a/{id}"), route("POST", "/a/{slug}")])).toThrow("Two routes");
});
