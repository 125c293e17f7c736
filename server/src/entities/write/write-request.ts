import type { Caller } from "../../access/caller.ts";
import type { Author } from "../../changes/change-draft.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";

/** The fields that a caller sends, flat, as they came. */
export type SentFields = Readonly<Record<string, JsonValue>>;

/** How a draft names the entity that it is about. */
export type EntityAddress = { readonly id: string } | { readonly federatedId: string };

/** By slug: the entities that fields name by their federatedIds, be they stored or made by an earlier draft of the write. */
export type Links = Readonly<Record<string, { readonly entityType: string; readonly federatedId: string }>>;

/** What is to be done to one entity. */
export type Draft =
  | {
      readonly op: "create";
      readonly entityType: string;
      readonly object: SentFields;
      /** The id that it shall have, for those who refer to it in the same write. Left out, it is made here. */
      readonly newId?: string;
    }
  | {
      readonly op: "update";
      readonly entityType: string;
      readonly address: EntityAddress;
      readonly object: SentFields;
      readonly expectedVersion?: number;
      /** What the service itself has found out and no caller can set, such as an assortment's summary. */
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
      /** Updates the one entity that holds these two fields' values together, or creates it: such as project and item. */
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

/** For what the service does by itself: who may cause it needs no right on that. */
export const serviceRights: Writer["rights"] = {
  rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
  isAdministrator: true,
  taskId: undefined,
};

/** Whoever writes: their rights, and how the history names them. */
export interface Writer {
  readonly rights: Pick<Caller, "rights" | "isAdministrator" | "taskId">;
  readonly author: Author;
}

export interface WriteRequest {
  readonly draft: Draft;
  readonly writer: Writer;
}

export type Outcome = "created" | "updated" | "unchanged" | "deleted";

/** What became of one draft; an entity that was deleted is shown as it was. */
export type WriteResult = { readonly outcome: Outcome; readonly entity: Entity } | { readonly problem: Problem };
