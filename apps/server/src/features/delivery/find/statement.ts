import type { ContentTypeId, OrganizationId } from "@lintel/contract";
import type { Pool, PoolClient } from "pg";
import pg from "pg";

/** The type whose entries a statement reads: its first two parameters, always. */
export interface Scope {
  organizationId: OrganizationId;
  typeId: ContentTypeId;
}

/** The values of a statement. Whatever comes from a request goes through here, and never into the text. */
export class Parameters {
  readonly values: unknown[];

  constructor({ organizationId, typeId }: Scope) {
    this.values = [organizationId, typeId];
  }

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Runs statements on the pool, or on one connection and its transaction. */
export interface Reader {
  rows(text: string, values: unknown[]): Promise<unknown[][]>;
}

/** A statement with a name is planned once a connection and kept there, so only so many texts get one. */
const mostNames = 400;

export class StatementNames {
  #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= mostNames) return known;
    const name = `delivery_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

export function createReader(connection: Pool | PoolClient, names: StatementNames): Reader {
  return {
    async rows(text, values) {
      const name = names.nameOf(text);
      const { rows } = await connection.query<unknown[]>({
        text,
        values,
        rowMode: "array",
        types: { getTypeParser },
        ...(name !== undefined && { name }),
      });
      return rows;
    },
  };
}

const { builtins } = pg.types;
const asIs = (text: string): string => text;

/** Instants come as readers get them, without the detour over a `Date`. */
const getTypeParser = (type: number): ((text: string) => unknown) => {
  switch (type) {
    case builtins.TIMESTAMPTZ:
      return isoInstant;
    case builtins.JSONB:
      return JSON.parse;
    case builtins.FLOAT8:
    case builtins.INT8:
    case builtins.INT4:
      return Number;
    default:
      return asIs;
  }
};

/** `2026-03-04 05:06:07.08+00`, as PostgreSQL writes it in a session whose zone is UTC. */
function isoInstant(text: string): string {
  if (!text.endsWith("+00") || text.length < 22 || text.length > 26) return new Date(text).toISOString();
  const fraction = text.slice(20, -3).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
