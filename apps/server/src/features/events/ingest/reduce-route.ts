/** The pattern of a route without what some clients leave behind it: a query and a fragment may hold anything. */
export const reduceRoute = (route: string | undefined): string | null =>
  route?.replace(/[?#].*$/s, "") || null;
