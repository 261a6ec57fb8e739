import { connectDatabase } from "../db/connect.js";

/* A process of its own on a data folder, driven by the messages of `startDatabaseProcess`. */

const dataFolder = process.argv[2] ?? "";
const tell = (message: unknown): void => void process.send?.(message);
const note = (first: unknown, second?: unknown): void =>
  tell({ log: String(typeof first === "string" ? first : second) });

process.on("message", async ({ sql, close }: { sql?: string; close?: true }) => {
  try {
    if (sql) tell({ rows: (await database.pool.query(sql)).rows });
    if (!close) return;
    await database.close();
    process.disconnect();
  } catch (reason) {
    tell({ failed: String(reason) });
  }
});
// What a terminal sends to everyone in it; the program drains first, and so does this.
process.on("SIGINT", () => tell({ log: "SIGINT" }));
const database = await connectDatabase({ dataFolder, log: { info: note, warn: note, error: note } }).catch(
  (reason: unknown) => {
    tell({ failed: reason instanceof Error ? reason.message : String(reason) });
    process.exit(1);
  },
);
tell({ opened: { started: database.embedded?.started, folder: database.embedded?.folder } });
