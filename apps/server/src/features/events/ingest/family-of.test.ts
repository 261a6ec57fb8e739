import { expect, test } from "vitest";
import { familyOf } from "./family-of.js";

test.each([
  ["Firefox", "Firefox"],
  ["Firefox/128.0.1", "Firefox"],
  ["Mobile Safari/604.1", "Mobile Safari"],
  ["Opera (mini)", "Opera (mini)"],
  ["OS/2", "OS"],
  ["GNU/Linux", "GNU/Linux"],
  ["", null],
  [undefined, null],
  ["mozilla", null],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", null],
  ["Chrome/126.0 Safari/537.36", null],
  ["Dalvik (Linux; U; Android 14; Pixel 8 Build XYZ)", null],
  ["A browser whose maker gave it a name that is long", "A browser whose maker gave it a name that is long"],
])("of %j the family %j is kept", (text, family) => {
  expect(familyOf(text)).toBe(family);
});
