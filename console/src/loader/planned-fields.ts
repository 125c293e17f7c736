/** One line of the plan of a dry run. */
interface PlannedChange {
  readonly rowNumber: number;
  readonly entityType: string;
  readonly entityId?: string;
  readonly federatedId: string | null;
  readonly action: "create" | "update" | "delete";
  /** By field: the old and the new value. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** One field of one entity that would change. */
export interface PlannedField {
  readonly key: string;
  readonly change: PlannedChange;
  /** The entity is named once. */
  readonly isFirst: boolean;
  /** Undefined for an entity without changed fields to show. */
  readonly slug: string | undefined;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** The changes of a plan, field by field; fields that are empty before and after are skipped. */
export function plannedFields(lines: readonly string[]): readonly PlannedField[] {
  return lines.flatMap((line, index): readonly PlannedField[] => {
    const change: PlannedChange = JSON.parse(line);
    const reported = Object.entries(change.changes).filter(
      ([, [before, after]]) => !isNothing(before) || !isNothing(after),
    );
    const fields = change.action === "delete" ? [] : reported;
    if (fields.length === 0) {
      return [{ key: `${index}`, change, isFirst: true, slug: undefined, oldValue: undefined, newValue: undefined }];
    }
    return fields.map(([slug, [oldValue, newValue]], at) => ({
      key: `${index} ${slug}`,
      change,
      isFirst: at === 0,
      slug,
      oldValue,
      newValue,
    }));
  });
}

/** The complete lines. */
export function wholeLines(text: string, isWhole: boolean): readonly string[] {
  const lines = text.split("\n");
  return (isWhole ? lines : lines.slice(0, -1)).filter((line) => line !== "");
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
