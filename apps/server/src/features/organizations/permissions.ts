export const roles = ["owner", "admin", "editor", "viewer"] as const;

export type Role = (typeof roles)[number];

const everyone = ["owner", "admin", "editor", "viewer"] as const;
const writers = ["owner", "admin", "editor"] as const;
const owners = ["owner"] as const;
const administrators = ["owner", "admin"] as const;

/** Who may do what: the only such table. Every operation names its permission. */
export const permissions = {
  "organization.read": everyone,
  "organization.update": administrators,
  "members.read": everyone,
  "members.manage": administrators,
  "keys.manage": administrators,
  "webhooks.manage": administrators,
  "model.read": everyone,
  "model.write": writers,
  "actions.complete": administrators,
  "content.read": everyone,
  "content.write": writers,
  "analytics.read": everyone,
  "audit.read": administrators,
  "billing.read": everyone,
  "billing.manage": owners,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function mayRole(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** The roles that hold a permission, in words for a message. */
export function rolesWith(permission: Permission): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(permissions[permission]);
}
