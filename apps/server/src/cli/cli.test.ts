import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Command, runCommand } from "../testing/command.js";
import { newDataFolder, removeDataFolder } from "../testing/data-folder.js";
import { freePort } from "../testing/free-port.js";
import { waitUntil } from "../testing/wait-until.js";

describe("on a data folder of its own", () => {
  let folder: string;
  let port: number;
  let server: Command;
  let origin: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = await newDataFolder();
    port = await freePort();
    origin = `http://localhost:${port}`;
    environment = { LINTEL_DATA: folder, PORT: String(port) };
    server = Command.start(["serve"], environment);
    await server.prints("Lintel runs at");
  }, 150_000);
  afterAll(async () => {
    await server.stop();
    await removeDataFolder(folder);
  });

  test("an empty deployment says how to make the first account, and that there is a sample", async () => {
    expect(server.stdout).toContain(`Lintel runs at ${origin}`);
    expect(server.stdout).toContain(`curl '${origin}/api/auth/sign-up/email'`);
    expect(server.stdout).toContain("npx lintel seed");
    const [, body = ""] = /-d '(\{.*\})'/.exec(server.stdout) ?? [];
    const response = await fetch(`${origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(200);
  });

  test("trust 39: a second server on the same data folder refuses in words, and the first goes on", async () => {
    const second = await runCommand(["serve"], { ...environment, PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Another Lintel serves from ${folder} already.`);
    expect(second.stderr).not.toContain("    at ");
    expect((await fetch(`${origin}/ready`)).status).toBe(200);
  });

  test("a port that is taken is named", async () => {
    const second = await runCommand(["serve"], { ...environment, LINTEL_DATA: join(folder, "other") });
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`),
    ]);
  });

  test("the sample is loaded beside a running server, twice with the same outcome, and read with its key", async () => {
    const first = await runCommand(["seed", "--json"], environment);
    expect([first.code, first.stdout.trim().split("\n").length]).toEqual([0, 1]);
    const sample = JSON.parse(first.stdout);
    expect(sample).toEqual({
      organization: { id: expect.stringMatching(/^org_/), slug: expect.any(String) },
      apiKey: expect.stringMatching(/^ltl_/),
      user: { email: expect.any(String), password: expect.any(String) },
      origin,
    });
    const again = await runCommand(["seed", "--json"], environment);
    expect(JSON.parse(again.stdout)).toEqual(sample);
    const response = await fetch(`${origin}/api/v1/content/posts?limit=2`, {
      headers: { "x-api-key": sample.apiKey },
    });
    expect(await response.json()).toMatchObject({ entries: [{}, {}] });
    const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sample.user),
    });
    expect(signedIn.status).toBe(200);
  }, 150_000);

  test("migrate and doctor find nothing to do", async () => {
    const migrated = await runCommand(["migrate"], environment);
    expect([migrated.code, migrated.stdout]).toEqual([
      0,
      expect.stringContaining("at this version's schema"),
    ]);
    const examined = await runCommand(["doctor"], environment);
    expect([examined.code, examined.stdout]).toEqual([0, expect.stringContaining("Nothing is wrong.")]);
  });
});

describe("a demo", () => {
  let folder: string;
  let port: number;
  let server: Command;
  let line: { key: string; address: string };

  beforeAll(async () => {
    folder = await newDataFolder();
    port = await freePort();
    server = Command.start(["demo"], { LINTEL_DATA: folder, PORT: String(port) });
    await server.prints("Ctrl-C");
    const [, key = "", address = ""] = /curl -H 'x-api-key: (\w+)' '(\S+)'/.exec(server.stdout) ?? [];
    line = { key, address };
  }, 150_000);
  afterAll(async () => {
    await server.stop();
    await removeDataFolder(folder);
  });

  const read = () => fetch(line.address, { headers: { "x-api-key": line.key } });

  test("prints where it is, how to sign in and a line that answers with content", async () => {
    expect(server.stdout).toContain(`at http://localhost:${port}`);
    expect(server.stdout).toMatch(/Sign in +\S+@\S+\n +Password +\S{20,}\n +API key +ltl_\w{40}\n/);
    expect(await (await read()).json()).toMatchObject({ entries: [{ fields: {} }, { fields: {} }] });
  });

  test("trust 41: SIGTERM under load lets every answer end and exits with 0 within 10 seconds", async () => {
    const statuses: number[] = [];
    const failures: string[] = [];
    let stopping = false;
    const readers = Array.from({ length: 16 }, async () => {
      for (;;) {
        try {
          const response = await read();
          await response.text();
          statuses.push(response.status);
        } catch (error) {
          const { code = "", message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
          // Nobody listens any more: the request was not taken at all.
          if (!stopping || code !== "ECONNREFUSED") failures.push(`${code} ${message}`);
          return;
        }
      }
    });
    await waitUntil(() => statuses.length > 200);
    stopping = true;
    const began = Date.now();
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    await Promise.all(readers);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(failures).toEqual([]);
    expect(server.stderr).toContain('"msg":"Stopped."');
  });
});

describe("without a server", () => {
  test("every bad setting is reported at once, without a stack", async () => {
    const { code, stderr } = await runCommand(["serve"], { PORT: "none", LINTEL_ORIGIN: "here" });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Lintel cannot start. 2 settings are wrong:\n  PORT is "none". Set a whole number from 0 to 65535.\n  LINTEL_ORIGIN is "here". Set the address people use, with no path and no slash at its end, as https://content.example.org.\n',
    );
  });

  test("a database that cannot be reached is named, and nothing listens any more", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-cli-"));
    const { code, stderr } = await runCommand(["serve"], {
      PORT: "0",
      LINTEL_DATA: folder,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
    await rm(folder, { recursive: true });
  });

  test("help and versions need nothing", async () => {
    expect(await runCommand(["--version"], {})).toMatchObject({ code: 0, stdout: "0.1.0\n" });
    const help = await runCommand(["--help"], {});
    for (const command of ["serve", "demo", "seed", "migrate", "doctor"])
      expect(help.stdout).toContain(command);
    expect(await runCommand(["nonsense"], {})).toMatchObject({ code: 1 });
  });
});
