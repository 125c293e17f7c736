import type { Caller } from "../../access/caller.ts";
import type { Author } from "../../changes/change-draft.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";

/** The fields that a caller sends, flat, as they came. */
export type SentFields = Readonly<Record<string, JsonValue>>;

/** How a draft names the entity that it is about. */
export type EntityAddress = { readonly id: string } | { readonly federatedId: string };

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
    }
  | {
      /** Updates the entity with this federatedId, or creates it. */
      readonly op: "upsert";
      readonly entityType: string;
      readonly federatedId: string;
      readonly object: SentFields;
      readonly expectedVersion?: number;
    }
  | {
      readonly op: "delete";
      readonly entityType: string;
      readonly address: EntityAddress;
      readonly cascades: boolean;
      readonly expectedVersion?: number;
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
