import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/caller.ts";
import { claimChangeSet, findNamedSets } from "../changes/change-set-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { conflict, invalidField } from "../platform/errors.ts";
import { isGeneratedId } from "../platform/ids.ts";
import { authoredBy, changeSetHeader, type Writer, writerOfCaller } from "./model/write-request.ts";

interface NamingCall {
  readonly caller: Caller;
  readonly request: { readonly id: string; readonly headers: IncomingHttpHeaders };
  readonly isDryRun: boolean;
}

/** The writer of a call that may name its change set. A name belongs to the user or app that used it first. */
export async function writerOfCall(db: PostgresDatabase, { caller, request, isDryRun }: NamingCall): Promise<Writer> {
  const name = request.headers[changeSetHeader];
  if (name === undefined) {
    return writerOfCaller(caller, request);
  }
  await requireName(db, caller, readName(name), isDryRun);
  return authoredBy(caller, request, readName(name));
}

const namePattern = /^[A-Za-z0-9._-]{1,64}$/;

function readName(sent: string | readonly string[]): string {
  if (typeof sent !== "string" || !namePattern.test(sent)) {
    const detail = "Change-Set-Id must have 1 to 64 of the characters A–Z a–z 0–9 . _ -, such as a UUID.";
    throw invalidField(changeSetHeader, detail);
  }
  return sent;
}

/** The sets of other requests are known from the log only, so all ids of their form are refused. */
async function requireName(db: PostgresDatabase, caller: Caller, name: string, isDryRun: boolean): Promise<void> {
  if (isGeneratedId(name)) {
    const detail = `Change-Set-Id ${name} has the form of ids that the service generates. Choose another one, such as a UUID.`;
    throw conflict(detail);
  }
  const orgId = caller.org.id;
  const isOwn = isDryRun
    ? (await findNamedSets(db.ofOrg(orgId), orgId, [name])).every(({ actorId }) => actorId === caller.actor.id)
    : await claimChangeSet(db.ofOrg(orgId), orgId, name, caller.actor.id);
  if (!isOwn) {
    throw conflict(`The change set ${name} belongs to another caller. Choose another Change-Set-Id, such as a UUID.`);
  }
}
