import { errorBodySchema } from "@lintel/contract";
import { expect } from "vitest";

/** The JSON of an answer as it came over the wire. */
export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
}

/** Holds the bytes of an error answer to what is documented of every error. */
export function expectDocumented(answer: string, status: number, code: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
  expect(answer).toMatch(/\r\ncontent-length: \d+\r\n/);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
  expect(errorBodySchema.parse(bodyOf(answer))).toMatchObject({ defined: true, code, status });
}
