import { z } from "zod";

/** What a setting has to be, as the end of a sentence that starts with the variable's name. */
export const text = (expectation: string, holds: (value: string) => boolean) =>
  z.string({ error: expectation }).refine(holds, expectation);

export const url = (protocols: string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

export const isOrigin = (value: string) => url(["http:", "https:"])(value) && new URL(value).origin === value;

/** A whole number from 1 on, as the environment has it. */
export const count = (expectation: string, most: number) =>
  text(expectation, (value) => /^[1-9]\d{0,6}$/.test(value) && Number(value) <= most)
    .transform(Number)
    .optional();
