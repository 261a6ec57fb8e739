import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { mebibytes, median, type Row, rounds } from "./measure.js";
import { memoryOf, peakMemoryOf } from "./processes.js";
import type { Service } from "./service.js";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** All of 10,000 entries in one answer that is built and sent: the largest memory above what it was before. */
export async function measureLargeList(service: Service): Promise<Row> {
  const peaks: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= rounds; round++) {
    await pause(1_500);
    const before = memoryOf(service.pid);
    writeFileSync(`/proc/${service.pid}/clear_refs`, "5");
    // Another query each time, so that each is built.
    bytes = await drain(service, `/api/v1/content/ten-thousand?where[slug][ne]=x${round}`);
    if (round > 0) peaks.push(peakMemoryOf(service.pid) - before);
  }
  const peak = median(peaks);
  return {
    figure: `all of 10,000 entries (${mebibytes(bytes)}): peak memory above idle`,
    must: "64 MB",
    aim: "24 MB",
    measured: `${mebibytes(peak)} (at most ${mebibytes(Math.max(...peaks))})`,
    isReached: peak <= 64 * 1024 * 1024,
  };
}

function drain({ port, key }: Service, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", path, headers: key })
      .on("error", reject)
      .on("response", (response) => {
        let bytes = 0;
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", () => resolve(bytes));
      })
      .end();
  });
}
