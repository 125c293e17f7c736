import type { AuditAction, AuditOutcome } from "@weft/contract";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import { minuteMs } from "../../platform/durations.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { AuditNote } from "./audit-entry.ts";
import { type AuditAct, type AuditLog, systemAct } from "./audit-log.ts";
import { countRepeat, listOrgsWithRepeats, type RepeatCount, takeRepeats } from "./audit-store.ts";

export interface BoundedAuditServices {
  readonly db: PostgresDatabase;
  readonly audit: AuditLog;
  readonly secrets: SecretBox;
}

/** A rejected action and its identity: repetitions within a minute are only counted. */
export interface RepeatableAct {
  readonly act: AuditAct;
  readonly note: AuditNote & { readonly outcome: AuditOutcome };
  readonly subject: readonly string[];
}

/** Maximum entries per action, org and minute; further ones are counted. */
export const repeatableEntriesMax = 60;
const noSubject = Buffer.alloc(0);

/**
 * Records actions that anyone can repeat at will, such as failed sign-ins and denied requests. Within a minute only the
 * first of identical ones is an entry, and an org gets at most repeatableEntriesMax per action: strangers can neither
 * fill the log nor block those who wait for its head. recordRepeats records the number of the others.
 */
export async function recordBounded(
  { db, audit, secrets }: BoundedAuditServices,
  orgId: string,
  { act, note, subject }: RepeatableAct,
): Promise<void> {
  const minute = new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
  const digest = Buffer.from(secrets.sign("audit repeats", JSON.stringify([orgId, ...subject])));
  const { action } = note;
  const isRecorded = await db.transaction(async (tx) => {
    const count = await countRepeat(tx, orgId, { minute, action, subject: digest });
    return (
      count === 1 && (await countRepeat(tx, orgId, { minute, action, subject: noSubject })) <= repeatableEntriesMax
    );
  });
  if (isRecorded) {
    await audit.transaction(db, orgId, act, (_tx, trail) => trail.record(note));
  }
}

/** Records how many actions of past minutes have no own entry, as one entry per org and action. */
export async function recordRepeats({ db, audit }: Omit<BoundedAuditServices, "secrets">, now = new Date()) {
  const before = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  for (const orgId of await listOrgsWithRepeats(db, before)) {
    await audit.transaction(db, orgId, systemAct, async (tx, trail) => {
      for (const note of summarize(await takeRepeats(tx, orgId, before))) {
        await trail.record(note);
      }
    });
  }
}

function summarize(counts: readonly RepeatCount[]): AuditNote[] {
  const groups = new Map<string, RepeatCount[]>();
  for (const count of counts.filter(({ subject }) => subject.length > 0)) {
    const key = `${count.minute.toISOString()} ${count.action}`;
    groups.set(key, [...(groups.get(key) ?? []), count]);
  }
  return [...groups.values()].flatMap((group) => {
    const all = group.reduce((sum, { count }) => sum + count, 0);
    const repeated = all - Math.min(group.length, repeatableEntriesMax);
    return group.slice(0, repeated > 0 ? 1 : 0).map((first) => summaryOf(first, repeated));
  });
}

function summaryOf({ action, minute }: { action: AuditAction; minute: Date }, repeated: number): AuditNote {
  return {
    action,
    outcome: action === "access.refused" ? "denied" : "failure",
    target: { type: "audit-log" },
    after: { repeated, minute: minute.toISOString() },
  };
}
