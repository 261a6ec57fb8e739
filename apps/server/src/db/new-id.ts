import { randomFillSync } from "node:crypto";
import { type Id, type IdKind, idPrefixes } from "@lintel/contract";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const random = Buffer.alloc(16);
let lastMillisecond = 0;
let counter = 0;

/**
 * Makes an id: the kind's prefix and a UUIDv7 in base 32. Ids made by one process sort in the order they were
 * made, also within a millisecond: the 12 bits behind the time count up.
 *
 * @see RFC 9562, section 5.7 and section 6.2 method 1; the TypeID specification for the text form
 */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return `${idPrefixes[kind]}_${encode(uuidv7())}` as Id<K>;
}

/** The smallest id that one made at this instant can have: what is older sorts before it. */
export function firstIdAt<K extends IdKind>(kind: K, at: Date): Id<K> {
  return `${idPrefixes[kind]}_${encode(BigInt(at.getTime()) << 80n)}` as Id<K>;
}

function uuidv7(): bigint {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  }
  randomFillSync(random, 0, 8);
  const tail = random.readBigUInt64BE(0) & 0x3fffffffffffffffn;
  return (BigInt(lastMillisecond) << 80n) | (BigInt(0x7000 | counter) << 64n) | (0b10n << 62n) | tail;
}

function encode(value: bigint): string {
  let text = "";
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += alphabet[Number((value >> shift) & 31n)];
  return text;
}
