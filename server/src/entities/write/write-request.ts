import type { Caller } from "../../access/caller.ts";
import type { Author } from "../../changes/change-draft.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";

/** The fields that a caller sends, flat and unchanged. */
export type SentFields = Readonly<Record<string, JsonValue>>;

/** How a draft addresses its entity. */
export type EntityAddress = { readonly id: string } | { readonly federatedId: string };

/** By slug, the entities that fields name by federatedId, stored or created by an earlier draft of the write. */
export type Links = Readonly<Record<string, { readonly entityType: string; readonly federatedId: string }>>;

/** The change of one entity. */
export type Draft =
  | {
      readonly op: "create";
      readonly entityType: string;
      readonly object: SentFields;
      /** The id of the new entity, for references within the same write. Default: generated. */
      readonly newId?: string;
    }
  | {
      readonly op: "update";
      readonly entityType: string;
      readonly address: EntityAddress;
      readonly object: SentFields;
      readonly expectedVersion?: number;
      /** Values computed by the service that no caller can set, such as an assortment's summary. */
      readonly found?: SentFields;
    }
  | {
      /** Updates the entity with this federatedId, or creates it. */
      readonly op: "upsert";
      readonly entityType: string;
      readonly federatedId: string;
      readonly object: SentFields;
      readonly links?: Links;
      readonly expectedVersion?: number;
    }
  | {
      /** Updates the entity with this combination of two field values, such as project and item, or creates it. */
      readonly op: "upsert-pair";
      readonly entityType: string;
      readonly pair: readonly [string, string];
      readonly object: SentFields;
      readonly links?: Links;
    }
  | {
      readonly op: "delete";
      readonly entityType: string;
      readonly address: EntityAddress;
      readonly cascades: boolean;
      readonly expectedVersion?: number;
    };

/** For writes by the service itself: the caller that triggers them needs no right on them. */
export const serviceRights: Writer["rights"] = {
  rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
  isAdministrator: true,
  taskId: undefined,
};

/** The writer: its rights, and its name in the history. */
export interface Writer {
  readonly rights: Pick<Caller, "rights" | "isAdministrator" | "taskId">;
  readonly author: Author;
}

export interface WriteRequest {
  readonly draft: Draft;
  readonly writer: Writer;
}

export type Outcome = "created" | "updated" | "unchanged" | "deleted";

/** The result of one draft. A deleted entity is returned as it was. */
export type WriteResult = { readonly outcome: Outcome; readonly entity: Entity } | { readonly problem: Problem };
