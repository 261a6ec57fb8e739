import type { ContentTypeId, Deprecated, FieldId, FieldTypeName, OrganizationId } from "@lintel/contract";
import type { FieldConfig } from "../../field-types/field-type.js";

/** An old name that goes on answering. */
export interface Alias {
  name: string;
  at: Date;
  /** The name of the person who renamed it. */
  by: string | null;
  note: string | null;
}

export interface Deletion {
  at: Date;
  by: string | null;
  note: string | null;
  /** The key of the field that took its place, where its type was changed. */
  replacedBy: string | null;
}

export interface ModelField {
  id: FieldId;
  typeId: ContentTypeId;
  /** The canonical key. */
  key: string;
  name: string;
  type: FieldTypeName;
  config: FieldConfig;
  aliases: Alias[];
  createdAt: Date;
  deleted: Deletion | null;
}

export interface ModelType {
  id: ContentTypeId;
  /** The canonical slug. */
  slug: string;
  name: string;
  kind: "collection" | "map";
  aliases: Alias[];
  deleted: Deletion | null;
  /** In the editor's order, deleted ones included. */
  fields: ModelField[];
  /** By canonical key and by alias. */
  fieldByKey: ReadonlyMap<string, ModelField>;
  /** Keys of completed Actions, which nothing may use again. */
  retiredKeys: ReadonlySet<string>;
}

/** The model of one organization at one revision. Never changed: a change makes a new one. */
export interface Model {
  organizationId: OrganizationId;
  revision: number;
  /** In the editor's order, deleted ones included. */
  types: ModelType[];
  typeById: ReadonlyMap<ContentTypeId, ModelType>;
  /** By canonical slug and by alias. */
  typeBySlug: ReadonlyMap<string, ModelType>;
  retiredSlugs: ReadonlySet<string>;
}

export function deprecatedByDeletion(deletion: Deletion): Deprecated {
  return {
    reason: "deleted",
    at: deletion.at.toISOString(),
    ...(deletion.by && { by: deletion.by }),
    ...(deletion.note && { note: deletion.note }),
    ...(deletion.replacedBy && { renamedTo: deletion.replacedBy }),
  };
}

export function deprecatedByRename(alias: Alias, renamedTo: string): Deprecated {
  return {
    reason: "renamed",
    at: alias.at.toISOString(),
    ...(alias.by && { by: alias.by }),
    ...(alias.note && { note: alias.note }),
    renamedTo,
  };
}
