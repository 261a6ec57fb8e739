import { createHmac } from "node:crypto";
import { keyOf } from "../keys/key-format.js";

/** The account of the sample workspace. */
export const samplePerson = { name: "Ines Varga", email: "ines@post-and-beam.example" };

export const sampleKeyName = "Sample website";

/** The account's password: random to everyone who does not hold the deployment's secret, and always the same. */
export function samplePassword(secret: string): string {
  return derive(secret, "password").toString("base64url").slice(0, 24);
}

/** The n-th API key of the sample workspace; the next one takes over where one was revoked. */
export function sampleKey(secret: string, n: number): string {
  return keyOf(derive(secret, `API key ${n}`));
}

const derive = (secret: string, what: string): Buffer =>
  createHmac("sha256", secret).update(`Lintel sample workspace: ${what}`).digest();
