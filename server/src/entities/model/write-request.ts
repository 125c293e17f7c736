import assert from "node:assert";
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../../access/caller.ts";
import type { Author, ChangeSource } from "../../changes/change.ts";
import { invalidField, versionMismatch } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Problem } from "../../platform/problem.ts";
import type { Entity } from "./entity.ts";

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
      readonly restored?: RestoredFrom;
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
      /** True if records and events of the deletion have only ids. */
      readonly purges?: boolean;
      readonly expectedVersion?: number;
    };

/** What a deleted entity that is created again keeps. */
export interface RestoredFrom {
  readonly version: number;
  /** Values set by the service that no caller can set, such as numbers of sequences. */
  readonly found: SentFields;
}

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
export type WriteResult = Written | { readonly problem: Problem };

export interface Written {
  readonly outcome: Outcome;
  readonly entity: Entity;
}

/** For a write that must succeed. */
export function requireWritten(result: WriteResult | undefined): Written {
  if (result === undefined || "problem" in result) {
    throw result?.problem ?? new Error("a write without a result");
  }
  return result;
}

/** A write that expects a version, in If-Match or in the body, is rejected if the current version is another. */
export function requireVersion(current: { readonly version: number }, expected: unknown): void {
  if (expected !== undefined && expected !== null && expected !== current.version) {
    throw versionMismatch(current.version);
  }
}

/** A body that is sent back as it was read has the id of the entity in the path. */
export function requireSameId({ id }: { readonly id: string }, sent: unknown): void {
  if (sent !== undefined && sent !== null && sent !== id) {
    throw invalidField("#/id", `The id in the body is not ${id}. Omit it, or send that id.`);
  }
}

/** The object of a request. It was parsed from JSON, so its values are JSON. */
export function sentFields(body: unknown): SentFields {
  assert(isSentFields(body), "a body that is not an object passed the contract");
  return body;
}

function isSentFields(body: unknown): body is SentFields {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

interface CallOrigin {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
}

/** As Node spells it. */
export const changeSetHeader = "change-set-id";

/** The caller, as named in the history. Each call is its own change set; writerOfCall accepts a name for it. */
export function writerOfCaller(caller: Caller, request: CallOrigin): Writer {
  if (request.headers[changeSetHeader] !== undefined) {
    const detail = "Change-Set-Id applies to writes of entities and to the items of assortments. Omit it here.";
    throw invalidField(changeSetHeader, detail);
  }
  return authoredBy(caller, request, newId());
}

/** The caller must own the change set. */
export function authoredBy(caller: Caller, request: CallOrigin, changeSetId: string): Writer {
  const { actor } = caller;
  return {
    rights: caller,
    author: {
      actorId: actor.id,
      actorType: actor.type,
      actorName: actor.name,
      changeSetId,
      source: sourceOf(caller, request.headers),
      sourceId: sourceIdOf(request),
    },
  };
}

/**
 * A session is always the console's, whatever the call claims. With a key or token, the client may claim to be the CLI
 * or an assistant; the sources of the system (loader, workflow) and the console cannot be claimed.
 */
function sourceOf({ credential }: Caller, headers: IncomingHttpHeaders): ChangeSource {
  if (credential.type === "session") {
    return "console";
  }
  const agent = headers["user-agent"] ?? "";
  if (agent.startsWith("weft-mcp/")) {
    return "mcp";
  }
  return agent.startsWith("weft-cli/") ? "cli" : "api";
}

/** An id chosen by the caller is marked, so that it cannot pass for the id of a load, a process or a request. */
function sourceIdOf({ id, headers }: CallOrigin): string {
  return headers["x-request-id"] === id ? `client:${id}` : id;
}
