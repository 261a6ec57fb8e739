import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssue } from "./validation-messages.js";

test.each([
  [z.array(z.string()).min(1), [], "Expected at least 1 item, got 0."],
  [z.array(z.string()).min(2), ["a"], "Expected at least 2 items, got 1."],
  [z.string().max(1), "ab", "Expected at most 1 character, got 2."],
  [z.number().min(1), 0, "Expected at least 1, got 0."],
])("what is too little or too much is counted in words (%#)", (schema, input, message) => {
  expect(schema.safeParse(input, { error: describeIssue }).error?.issues[0]?.message).toBe(message);
});
