import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newDataFolder, removeDataFolder } from "../../testing/data-folder.js";
import { quiet } from "../../testing/quiet-log.js";
import { DatabaseProcess } from "../../testing/start-database-process.js";
import { openEmbeddedPostgres } from "./open.js";

const container = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const canContain = spawnSync(container[0] ?? "", [...container.slice(1), "true"]).status === 0;

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await newDataFolder();
});
afterEach(() => removeDataFolder(dataFolder));

test("trust 39: a folder in use in another container is refused, and is free again once that one is gone", async ({
  skip,
}) => {
  skip(!canContain, "this system or user cannot give a process a world of its own");
  const elsewhere = await DatabaseProcess.start(dataFolder, { through: container });
  await elsewhere.query("create table mark as select 7 as value");
  await expect(openEmbeddedPostgres({ dataFolder, log: quiet })).rejects.toThrow(
    /in use by Lintel on another machine or in another container.*LINTEL_DATA.*DATABASE_URL/,
  );
  expect(await elsewhere.query("select value from mark")).toEqual([{ value: 7 }]);
  await elsewhere.kill();

  const here = await DatabaseProcess.start(dataFolder);
  expect(here.started).toBe(true);
  expect(await here.query("select value from mark")).toEqual([{ value: 7 }]);
  await here.close();
});
