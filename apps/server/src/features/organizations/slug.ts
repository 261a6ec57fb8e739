import { randomInt } from "node:crypto";
import { badRequest } from "../../api/api-error.js";

const maximumLength = 60;
const fallback = "workspace";

/** First parts of addresses that the service has, or may want, for itself. */
const reserved = new Set(
  `about account accounts actions admin api app assets audit auth billing blog content dashboard demo developers
  docs download entries files health help home invitations invite keys legal lintel login logout mail mcp me
  media members metrics model new oauth organization organizations org orgs password plans pricing privacy
  profile public ready reset-password root search security seed settings setup sign-in sign-out sign-up signin
  signout signup static status studio support system terms user users webhooks well-known www`
    .split(/\s+/)
    .filter(Boolean),
);

export function refuseReservedSlug(slug: string): void {
  if (!reserved.has(slug)) return;
  throw badRequest([
    { path: "slug", message: `"${slug}" is kept for the service itself. Take another one, as "${slug}-1".` },
  ]);
}

/** Letters that Unicode does not take apart into a base letter and a mark. */
const spelledOut: Record<string, string> = {
  "&": " and ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/** Makes a slug of a name: `Post & Beam` becomes `post-and-beam`. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[&ßæœøđðłþı]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  const trimmed = trim(slug.slice(0, maximumLength));
  return trimmed.length >= 2 && !reserved.has(trimmed) ? trimmed : trim(`${trimmed}-${fallback}`);
}

/** The slug and its variations, in the order in which they are tried. They do not run out. */
export function* slugCandidates(name: string): Generator<string> {
  const base = slugOf(name);
  yield base;
  for (let number = 2; number <= 9; number++) yield withEnding(base, String(number));
  for (;;) yield withEnding(base, randomInt(36 ** 5, 36 ** 6).toString(36));
}

function withEnding(base: string, ending: string): string {
  return `${trim(base.slice(0, maximumLength - ending.length - 1))}-${ending}`;
}

const trim = (slug: string) => slug.replace(/^-+|-+$/g, "");
