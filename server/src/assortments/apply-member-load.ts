import { decide, targetOf } from "../access/decide.ts";
import type { WriteResult, Writer } from "../entities/model/write-request.ts";
import type { OpenWrite } from "../entities/write/open-write.ts";
import type { Transaction } from "../platform/database/database.ts";
import { conflict } from "../platform/errors.ts";
import { Problem } from "../platform/problem.ts";
import {
  compareStage,
  type KeptMember,
  type MemberCounts,
  previewMembers,
  type StageComparison,
} from "./compare-stage.ts";
import { refuseComposite } from "./composites.ts";
import { directBatches, inputMembers, recordedBatches, removeMembers } from "./members.ts";
import { publishWithComposites } from "./publish-assortment.ts";
import type { StagedRow } from "./staged-member-store.ts";
import {
  type AssortmentServices,
  backgroundPatienceMs,
  type OpenAssortment,
  writeAssortment,
} from "./write-assortment.ts";

/** The members that a load has staged for an assortment, and how they are applied. */
export interface MemberLoad extends StageComparison {
  readonly orgId: string;
  /** A load with more removals is rejected. */
  readonly maxRemovals?: number | undefined;
  /** False: without history, events, summary, composites and publish. The next publish includes the changes. */
  readonly isPublished: boolean;
}

export interface MembersOutcome extends MemberCounts {
  /** Absent if nothing changed or nothing was published. */
  readonly publishChangeId?: string;
}

/** Further writes in the transaction that writes the members, such as a load's checkpoint. */
export type AlongsideMembers = (tx: Transaction, outcome: MembersOutcome) => Promise<void>;

/** Applies a load to the members of an assortment, and publishes it with all its composites, in one transaction. */
export function applyMemberLoad(
  services: AssortmentServices,
  writer: Writer,
  load: MemberLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  const { orgId, assortmentId } = load;
  const address = { orgId, assortmentId, writer, patienceMs: backgroundPatienceMs };
  return writeAssortment(services, address, async (open) => {
    refuseComposite(open.assortment);
    const counts = await applyStage(open, load);
    const published = load.isPublished ? await publishWithComposites(open) : undefined;
    const outcome = published === undefined ? counts : { ...counts, publishChangeId: published.publishChangeId };
    await alongside(open.write.tx, outcome);
    return outcome;
  });
}

async function applyStage({ write, writer, assortment }: OpenAssortment, load: MemberLoad): Promise<MemberCounts> {
  await refuseTooManyRemovals(write, load);
  const writeBatch = load.isPublished ? recordedBatches(write) : directBatches(write);
  const counts = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  for await (const { added, kept, removed } of compareStage(write.tx, write.orgId, load)) {
    const memberIds = removed.map(({ member_id }) => member_id);
    requireWritten(await removeMembers(writeBatch, memberIds, writer), []);
    const touched = kept.filter((one) => !one.isSame || !seesAll(writer, one));
    const rows = [...touched.map(({ row }) => row), ...added];
    const inputs = [
      ...touched.map(({ row, member }) => ({ itemId: row.item_id, fields: row.fields, member })),
      ...added.map(({ item_id, fields }) => ({ itemId: item_id, fields, member: undefined })),
    ];
    const outcomes = requireWritten(await inputMembers(writeBatch, assortment, inputs, writer), rows);
    const updated = outcomes.filter((outcome) => outcome === "updated").length;
    counts.added += added.length;
    counts.updated += updated;
    counts.unchanged += kept.length - updated;
    counts.removed += removed.length;
  }
  return counts;
}

async function refuseTooManyRemovals({ tx, orgId }: OpenWrite, load: MemberLoad): Promise<void> {
  const { maxRemovals, assortmentId } = load;
  if (maxRemovals === undefined) {
    return;
  }
  const { removed } = await previewMembers(tx, orgId, load);
  if (removed > maxRemovals) {
    const detail = `${removed} items would be removed from the assortment ${assortmentId}, and maxRemovals allows ${maxRemovals}. Nothing was changed.`;
    throw conflict(detail, { assortmentId, removals: removed, maxRemovals });
  }
}

/** A writer that cannot see all of a member must not learn its values from the fact that it is unchanged. */
function seesAll({ rights }: Writer, { member }: KeptMember): boolean {
  const target = targetOf(member);
  return (["read", "update"] as const).every((verb) => {
    const decision = decide(rights, verb, target);
    return decision.isAllowed && decision.fields === "all";
  });
}

const refusedRowsMax = 100;

function requireWritten(results: readonly WriteResult[], rows: readonly StagedRow[]) {
  const refused = results.flatMap((result, index) =>
    "problem" in result ? [{ problem: result.problem, row: rows[index] }] : [],
  );
  const [first] = refused;
  if (first !== undefined) {
    const { problem, row } = first;
    const place = row === undefined ? "" : `Row ${row.row_number}: `;
    throw new Problem(problem.code, `${place}${problem.detail}`, {
      errors: problem.errors,
      members: { rows: refused.slice(0, refusedRowsMax).map(refusedRow) },
      cause: problem,
    });
  }
  return results.map((result) => ("problem" in result ? undefined : result.outcome));
}

function refusedRow({ problem, row }: { problem: Problem; row: StagedRow | undefined }) {
  return { rowNumber: row?.row_number, itemId: row?.item_id, code: problem.code, detail: problem.detail };
}
