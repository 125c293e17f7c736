import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/caller.ts";
import type { ChangeSource } from "../changes/change-draft.ts";
import { newId } from "../platform/ids.ts";
import type { Writer } from "./write/write-request.ts";

/** The caller, as named in the history. Each call is its own change set. */
export function writerOfCaller(
  caller: Caller,
  request: { readonly id: string; readonly headers: IncomingHttpHeaders },
): Writer {
  const { actor } = caller;
  return {
    rights: caller,
    author: {
      actorId: actor.id,
      actorType: actor.type,
      actorName: actor.name,
      changeSetId: newId(),
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
function sourceIdOf({ id, headers }: { readonly id: string; readonly headers: IncomingHttpHeaders }): string {
  return headers["x-request-id"] === id ? `client:${id}` : id;
}
