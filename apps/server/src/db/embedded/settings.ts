/**
 * What the server runs with, written into `postgresql.conf` when the cluster is made: an operator may edit
 * that file afterwards and keeps what was edited.
 */
export const clusterSettings = {
  max_connections: "50",
  shared_buffers: "64MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  huge_pages: "off",
  // Parallel workers share memory through /dev/shm, which containers keep at 64 MB.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  fsync: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Errors go to whoever ran the statement. The statement and the detail of an error hold people's data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
} as const;

export type ServerSettings = Readonly<Record<string, string>>;

/** `-c name=value` for each setting, as `postgres` and `initdb` both take it. */
export const asArguments = (settings: ServerSettings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
