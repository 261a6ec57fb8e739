import type { Exchange } from "./exchange.js";

/** Shared between requests for one path. */
export type Params = Readonly<Record<string, string>>;
export type Handle = (exchange: Exchange, params: Params) => Promise<void> | void;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  /** `*` where a library decides: it gets every method. */
  method: Method | "*";
  /** As `/content/{type}/{slug}`; `{+rest}` at the end takes all that follows. */
  path: string;
  handle: Handle;
}

export interface Match {
  pattern: string;
  params: Params;
  methods: ReadonlyMap<string, Handle>;
}

interface Node {
  literals: Map<string, Node>;
  parameter?: Node;
  rest?: Node;
  end?: End;
}

interface End {
  pattern: string;
  /** What the segments that are no literals are called here, in their order. */
  names: string[];
  methods: Map<string, Handle>;
}

/** How many paths are remembered with what they led to, and how long they may be. */
const remembered = { paths: 2_000, length: 200 };

/** All routes of the service by path, then by method: a path that exists is known whatever the method is. */
export class RouteTable {
  #root: Node = { literals: new Map() };
  /** Most requests ask for a few paths again and again. */
  #recent = new Map<string, Match>();

  constructor(routes: Iterable<Route>) {
    for (const route of routes) this.#add(route);
  }

  #add({ method, path, handle }: Route): void {
    const segments = path.slice(1).split("/");
    const node = segments.reduce(step, this.#root);
    const names = segments.flatMap((segment) => parameter.exec(segment)?.[2] ?? []);
    node.end ??= { pattern: path, names, methods: new Map() };
    if (node.end.pattern !== path || node.end.methods.has(method))
      throw new Error(`Two routes answer ${method} ${path}: the other is ${node.end.pattern}.`);
    node.end.methods.set(method, handle);
  }

  match(path: string): Match | undefined {
    const known = this.#recent.get(path);
    if (known) return known;
    const found = this.#find(path);
    if (!found || path.length > remembered.length) return found;
    if (this.#recent.size >= remembered.paths) this.#recent.clear();
    this.#recent.set(path, found);
    return found;
  }

  #find(path: string): Match | undefined {
    const values: string[] = [];
    const end = find(this.#root, path.slice(1).split("/"), 0, values);
    if (!end) return undefined;
    const params = Object.freeze(
      Object.fromEntries(end.names.map((name, index) => [name, values[index] ?? ""])),
    );
    return { pattern: end.pattern, methods: end.methods, params };
  }
}

const parameter = /^\{(\+?)(\w+)\}$/;

/** The node below for one segment of a pattern, made where it is missing. */
function step(node: Node, segment: string): Node {
  const [, plus, name] = parameter.exec(segment) ?? [];
  if (name !== undefined) {
    const kind = plus ? "rest" : "parameter";
    node[kind] ??= { literals: new Map() };
    return node[kind];
  }
  const next = node.literals.get(segment) ?? { literals: new Map() };
  node.literals.set(segment, next);
  return next;
}

/** A literal segment wins over a parameter, and a parameter over a rest. What they stand for goes to `values`. */
function find(node: Node, segments: string[], index: number, values: string[]): End | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.end;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, segments, index + 1, values);
  if (found) return found;
  if (node.parameter && segment !== "") {
    values.push(decodeURIComponent(segment));
    const found = find(node.parameter, segments, index + 1, values);
    if (found) return found;
    values.pop();
  }
  if (node.rest?.end) values.push(segments.slice(index).join("/"));
  return node.rest?.end;
}
