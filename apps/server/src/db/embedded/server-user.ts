import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The account the server runs under when it cannot be ours: PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** A cluster that exists is served by whoever owns it, so that root and its owner can take turns. */
export async function serverUserFor(clusterFolder: string): Promise<ServerUser | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
}

async function nobody(): Promise<ServerUser> {
  const accounts = await readFile("/etc/passwd", "utf8");
  const fields = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(accounts);
  if (!fields) {
    throw new Error(
      'PostgreSQL does not run as root, and this system has no user "nobody" to run it as (/etc/passwd). ' +
        "Start Lintel as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
    );
  }
  // macOS writes -2; chown takes the unsigned form only.
  return { uid: Number(fields[1]) >>> 0, gid: Number(fields[2]) >>> 0 };
}

/** Child process options that run it as `user`; spawn takes the signed form only. */
export function asUser(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/** Asks the kernel instead of reading mode bits: those know nothing of ACLs and security modules. */
export async function canUseFolder(folder: string, user: ServerUser): Promise<boolean> {
  const question = 'cd "$1" && test -r . && test -w . && test -x .';
  const answer = run("/bin/sh", ["-c", question, "sh", folder], { cwd: "/", ...asUser(user) });
  return answer.then(
    () => true,
    () => false,
  );
}

/** Names of the operating system's users who may connect: the server's own and root. */
export async function namesAllowed(user: ServerUser | undefined): Promise<string[]> {
  return [...new Set([user ? await nameOf(user) : ownName(), "root"])];
}

async function nameOf(user: ServerUser): Promise<string> {
  const { stdout } = await run("id", ["-nu", String(user.uid)]);
  return stdout.trim();
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new Error(
      `The user id ${process.getuid?.()} has no name on this system, and PostgreSQL does not start for such a user. ` +
        "Give it a line in /etc/passwd, run as a named user, or set DATABASE_URL to a PostgreSQL server.",
    );
  }
}
