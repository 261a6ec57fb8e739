/** PostgreSQL's processes get no variable of ours: secrets stay here, and PGPORT and the like change nothing. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP"];
  const own = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(own), LC_ALL: "C", TZ: "UTC" };
}
