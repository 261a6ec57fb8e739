import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fixed, mebibytes, median, type Row, rounds } from "./measure.js";
import { memoryOf, root, start, stop } from "./processes.js";
import { environment, firstAnswer, freePort, newDataFolder, serve } from "./service.js";

/** `npm start` to the first answer, on an empty folder and on one that has been used, and the memory at rest. */
export async function measureStarts(): Promise<Row[]> {
  const empty: number[] = [];
  const existing: number[] = [];
  const idle: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const dataFolder = await newDataFolder();
    for (const times of [empty, existing]) times.push(await timedStart(dataFolder));
    const child = await serve(dataFolder, await freePort());
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    idle.push(memoryOf(child.pid ?? 0));
    await stop(child);
    await rm(dataFolder, { recursive: true, force: true });
  }
  const seconds = (times: number[]) => `${fixed(median(times) / 1_000)} s`;
  const limit = 1024 * 1024;
  return [
    {
      figure: "`npm start` on an existing data folder to the first answer",
      must: "2 s",
      aim: "1 s",
      measured: seconds(existing),
      isReached: median(existing) <= 2_000,
    },
    {
      figure: "`npm start` on an empty data folder to the first answer",
      must: "5 s",
      aim: "3 s",
      measured: seconds(empty),
      isReached: median(empty) <= 5_000,
    },
    {
      figure: "idle memory of our process, without the database's",
      must: "150 MB",
      aim: "100 MB",
      measured: mebibytes(median(idle)),
      isReached: median(idle) <= 150 * limit,
    },
  ];
}

async function timedStart(dataFolder: string): Promise<number> {
  const port = await freePort();
  const since = performance.now();
  const child = start(["npm", "start", "--silent"], { env: environment(dataFolder, port), cwd: root });
  child.stdout.resume();
  // Not `exit`: npm may be gone while the service still leaves the folder. Its output is closed by the last of them.
  const hasEnded = once(child, "close");
  await firstAnswer(child, port);
  const taken = performance.now() - since;
  // To npm's child as well: npm passes the signal on.
  child.kill("SIGTERM");
  await hasEnded;
  return taken;
}
