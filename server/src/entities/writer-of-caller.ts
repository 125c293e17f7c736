import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/caller.ts";
import type { ChangeSource } from "../changes/change-draft.ts";
import { newId } from "../platform/ids.ts";
import type { Writer } from "./write/write-request.ts";

/** Whoever makes this call, as the history will name them. Each call is a change set of its own. */
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
      sourceId: request.id,
    },
  };
}

function sourceOf({ credential }: Caller, headers: IncomingHttpHeaders): ChangeSource {
  const agent = headers["user-agent"] ?? "";
  if (agent.startsWith("weft-mcp/")) {
    return "mcp";
  }
  if (credential.type === "session") {
    return "console";
  }
  return agent.startsWith("weft-cli/") ? "cli" : "api";
}
