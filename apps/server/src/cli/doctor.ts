import { readConfig } from "../config.js";
import { runDoctor } from "../features/doctor/run-doctor.js";

/** Ends with 1 where something is wrong, so that a script can ask. */
export async function doctor(): Promise<void> {
  const { databaseUrl, dataFolder } = readConfig();
  const checks = await runDoctor({ databaseUrl, dataFolder });
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, ok, detail, remedy } of checks) {
    console.log(`${ok ? "ok  " : "BAD "} ${name.padEnd(width)}  ${detail}`);
    if (remedy) console.log(`${" ".repeat(width + 7)}${remedy}`);
  }
  const wrong = checks.filter(({ ok }) => !ok).length;
  console.log(wrong === 0 ? "\nNothing is wrong." : `\n${wrong} of ${checks.length} checks failed.`);
  if (wrong > 0) process.exitCode = 1;
}
