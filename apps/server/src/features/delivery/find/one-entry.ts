/**
 * Row `e` of one entry, looked up by its key. A join that the planner may turn around would be misjudged: it knows
 * how many entries there are of all organizations, and takes each for an average one. OFFSET keeps it as it stands.
 */
export const oneEntry = (id: string): string =>
  `lateral (select * from entries where organization_id = $1 and id = ${id} offset 0) e`;
