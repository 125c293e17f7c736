import type { AssortmentPublishDetail } from "@weft/client";

/** An assortment item as published, or its current state. */
export type MemberState = Readonly<Record<string, unknown>>;

/** What differs on every write, or is the same in every member: it is not published. */
const unpublished: ReadonlySet<string> = new Set([
  "id",
  "entityType",
  "createdOn",
  "updatedOn",
  "createdById",
  "updatedById",
  "version",
]);

/** What a publish would record: added, removed and changed members. */
export function compareMembers(
  published: readonly MemberState[],
  current: readonly MemberState[],
): readonly AssortmentPublishDetail[] {
  const before = byItem(published);
  const after = byItem(current);
  const gone = [...before]
    .filter(([itemId]) => !after.has(itemId))
    .map(([itemId, state]) => detailOf("delete", itemId, { before: state }));
  const now = [...after].flatMap(([itemId, state]) => {
    const old = before.get(itemId);
    if (old === undefined) return [detailOf("add", itemId, { after: state })];
    return isSame(old, state) ? [] : [detailOf("update", itemId, { before: old, after: state })];
  });
  return [...now, ...gone];
}

/** The fields in which a member differs. */
export function changedSlugs({
  before = {},
  after = {},
}: Pick<AssortmentPublishDetail, "before" | "after">): readonly string[] {
  const slugs = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...slugs].filter((slug) => !unpublished.has(slug) && !isSameValue(before[slug], after[slug]));
}

/** A baseline has one member per line. */
export function readBaseline(text: string): readonly MemberState[] {
  return text.split("\n").flatMap((line): MemberState[] => (line === "" ? [] : [JSON.parse(line)]));
}

interface States {
  readonly before?: MemberState;
  readonly after?: MemberState;
}

function detailOf(
  action: AssortmentPublishDetail["action"],
  itemId: string,
  { before, after }: States,
): AssortmentPublishDetail {
  const id = (after ?? before)?.["id"];
  return {
    action,
    itemId,
    assortmentItemId: typeof id === "string" ? id : itemId,
    ...(before === undefined ? {} : { before: { ...before } }),
    ...(after === undefined ? {} : { after: { ...after } }),
  };
}

function byItem(members: readonly MemberState[]): ReadonlyMap<string, MemberState> {
  return new Map(members.map((member) => [String(member["itemId"]), member]));
}

function isSame(before: MemberState, after: MemberState): boolean {
  return changedSlugs({ before, after }).length === 0;
}

/** An empty property equals a missing one. Objects have one order, as the service stores them. */
function isSameValue(one: unknown, other: unknown): boolean {
  return (JSON.stringify(one) ?? "null") === (JSON.stringify(other) ?? "null");
}
