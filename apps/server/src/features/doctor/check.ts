/** What one look at the installation found, in words that are ready to print. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do about it; there is one whenever the check failed. */
  remedy?: string;
}

export interface DoctorSettings {
  databaseUrl?: string | undefined;
  dataFolder: string;
}

export const passed = (name: string, detail: string): Check => ({ name, ok: true, detail });

export const failed = (name: string, detail: string, remedy: string): Check => ({
  name,
  ok: false,
  detail,
  remedy,
});

export const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);
