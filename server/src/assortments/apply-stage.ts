import { decide, targetOf } from "../access/decide.ts";
import type { WriteResult, Writer } from "../entities/write/write-request.ts";
import { conflict } from "../errors.ts";
import { Problem } from "../platform/problem.ts";
import { compareStage, type KeptMember, type StageComparison, type StagePart } from "./compare-stage.ts";
import type { MemberCounts } from "./staged-member.ts";
import type { StagedRow } from "./staged-member-store.ts";
import type { OpenAssortment } from "./write-assortment.ts";
import { inputMembers, removeMembers, type WriteBatch } from "./write-members.ts";

export interface StageInput extends StageComparison {
  /** A stage with more removals than this is rejected. */
  readonly removalsMax: number | undefined;
  readonly writeBatch: WriteBatch;
}

/** Applies a stage to the assortment's members and returns the outcome. */
export async function applyStage(
  { write, writer, assortment }: OpenAssortment,
  input: StageInput,
): Promise<MemberCounts> {
  const { tx, orgId } = write;
  await refuseTooManyRemovals(() => compareStage(tx, orgId, input), input);
  const counts = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  for await (const { added, kept, removed } of compareStage(tx, orgId, input)) {
    requireWritten(
      await removeMembers(
        input.writeBatch,
        removed.map(({ member_id }) => member_id),
        writer,
      ),
      [],
    );
    const touched = kept.filter((one) => !one.isSame || !seesAll(writer, one));
    const rows = [...touched.map(({ row }) => row), ...added];
    const inputs = [
      ...touched.map(({ row, member }) => ({ itemId: row.item_id, fields: row.fields, member })),
      ...added.map(({ item_id, fields }) => ({ itemId: item_id, fields, member: undefined })),
    ];
    const outcomes = requireWritten(await inputMembers(input.writeBatch, assortment, inputs, writer), rows);
    const updated = outcomes.filter((outcome) => outcome === "updated").length;
    counts.added += added.length;
    counts.updated += updated;
    counts.unchanged += kept.length - updated;
    counts.removed += removed.length;
  }
  return counts;
}

async function refuseTooManyRemovals(
  compare: () => AsyncGenerator<StagePart>,
  { removalsMax, assortmentId }: StageInput,
) {
  if (removalsMax === undefined) {
    return;
  }
  let removals = 0;
  for await (const { removed } of compare()) {
    removals += removed.length;
  }
  if (removals > removalsMax) {
    const detail = `${removals} items would be removed from the assortment ${assortmentId}, and maxRemovals allows ${removalsMax}. Nothing was changed.`;
    throw conflict(detail, { assortmentId, removals, maxRemovals: removalsMax });
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
