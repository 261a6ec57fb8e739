import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "ltl_";
const randomLength = 34;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Makes a key: `ltl_`, 34 random base62 characters (202 bits) and 6 that are the CRC32 of all before them. */
export function makeKey(): string {
  let key = prefix;
  for (let index = 0; index < randomLength; index++) key += alphabet[randomInt(alphabet.length)];
  return key + checksum(key);
}

/** The key of a 256-bit number: the same for the same number, in the form of any other key. */
export function keyOf(number: Buffer): string {
  let rest = BigInt(`0x${number.toString("hex")}`);
  let key = prefix;
  for (let index = 0; index < randomLength; index++, rest /= 62n) key += alphabet[Number(rest % 62n)];
  return key + checksum(key);
}

/** Whether a text can be a key at all. A mistyped or invented one is known without the database. */
export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/**
 * What is stored in place of the key. A key has 202 random bits, so that a fast digest is enough: there is no
 * dictionary to try.
 */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
