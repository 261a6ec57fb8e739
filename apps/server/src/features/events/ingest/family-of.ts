const longestFamily = 40;

/** What the software is called, as it goes in a user agent: `Firefox/128.0`. */
const nameAndVersion = /^([^/()]+)\/\d[\d.]*$/;

/** The family of a browser or system. A whole user agent tells too much of a person, so nothing of it is kept. */
export function familyOf(text: string | undefined): string | null {
  if (!text || /mozilla/i.test(text)) return null;
  const [, name] = nameAndVersion.exec(text) ?? [];
  if (name !== undefined) return name.trim() || null;
  const isUserAgent = /\/\d/.test(text) || (text.length > longestFamily && /[()]/.test(text));
  return isUserAgent ? null : text;
}
