import type { AnyEntity } from "../any-entity.ts";

/** The state of a row beside its values. */
export interface RowMarks {
  /** The fields being saved. */
  readonly pending: ReadonlySet<string>;
  /** The rejected fields with their errors, until the cell is edited again. */
  readonly errors: ReadonlyMap<string, string>;
}

export interface PendingCell {
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
}

export interface SettledRow {
  readonly id: string;
  readonly fields: readonly string[];
  /** The current entity; undefined if it is not known. */
  readonly entity: AnyEntity | undefined;
  /** Why the values were rejected. */
  readonly error: string | undefined;
}

/** The loaded entities by id, as shown and as stored: edits are shown at once, before they are stored. */
export class RowStore {
  /** Every field that some row has a value for, with such a value. */
  readonly seen = new Map<string, unknown>();
  readonly #shown = new Map<string, AnyEntity>();
  /** The stored entities of rows that show something else. */
  readonly #stored = new Map<string, AnyEntity>();
  readonly #marks = new Map<string, RowMarks>();

  get(id: string): AnyEntity | undefined {
    return this.#shown.get(id);
  }

  storedOf(id: string): AnyEntity | undefined {
    return this.#stored.get(id) ?? this.#shown.get(id);
  }

  marks(): ReadonlyMap<string, RowMarks> {
    return new Map(this.#marks);
  }

  /** Values being saved stay visible. */
  add(entities: readonly AnyEntity[]): void {
    for (const entity of entities) {
      if (this.#marks.has(entity.id)) this.#show(entity, this.#marksOf(entity.id).pending);
      else this.#shown.set(entity.id, entity);
      for (const field of Object.keys(entity)) {
        if (!this.seen.has(field)) this.seen.set(field, entity[field]);
      }
    }
  }

  delete(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      this.#shown.delete(id);
      this.#stored.delete(id);
      this.#marks.delete(id);
    }
  }

  /** Shows values that are being saved. */
  pend(cells: readonly PendingCell[]): void {
    for (const { id, field, value } of cells) {
      const shown = this.#shown.get(id);
      if (shown === undefined) continue;
      if (!this.#stored.has(id)) this.#stored.set(id, shown);
      this.#shown.set(id, { ...shown, [field]: value ?? undefined });
      const { pending, errors } = this.#marksOf(id);
      this.#mark(id, { pending: new Set([...pending, field]), errors: without(errors, [field]) });
    }
  }

  /** The values were saved, or rejected and reverted. */
  settle(outcomes: readonly SettledRow[]): void {
    for (const { id, fields, entity, error } of outcomes) {
      if (!this.#shown.has(id)) continue;
      const { pending, errors } = this.#marksOf(id);
      const left = new Set([...pending].filter((one) => !fields.includes(one)));
      const reported =
        error === undefined ? errors : new Map([...errors, ...fields.map((one) => [one, error] as const)]);
      this.#mark(id, { pending: left, errors: reported });
      const stored = entity ?? this.storedOf(id);
      if (stored !== undefined) this.#show(stored, left);
    }
  }

  /** Changed by others than this list's own edits. Values being saved stay visible. */
  replace(entities: readonly AnyEntity[]): void {
    for (const entity of entities) this.#show(entity, this.#marksOf(entity.id).pending);
  }

  #show(stored: AnyEntity, pending: ReadonlySet<string>): void {
    const { id } = stored;
    const shown = this.#shown.get(id);
    if (shown === undefined) return;
    const whole = withComputed(stored, shown);
    if (pending.size === 0) {
      this.#stored.delete(id);
      this.#shown.set(id, whole);
    } else {
      this.#stored.set(id, whole);
      this.#shown.set(id, { ...whole, ...Object.fromEntries([...pending].map((field) => [field, shown[field]])) });
    }
  }

  #marksOf(id: string): RowMarks {
    return this.#marks.get(id) ?? unmarked;
  }

  #mark(id: string, marks: RowMarks): void {
    if (marks.pending.size === 0 && marks.errors.size === 0) {
      this.#marks.delete(id);
    } else {
      this.#marks.set(id, marks);
    }
  }
}

const unmarked: RowMarks = { pending: new Set(), errors: new Map() };

/** Responses to writes do not have the fields that a list computes: the earlier ones stay until they are read again. */
function withComputed(stored: AnyEntity, shown: AnyEntity): AnyEntity {
  if (stored["completeness"] !== undefined || shown["missing"] === undefined) return stored;
  return { ...stored, completeness: shown["completeness"], missing: shown["missing"] };
}

function without(errors: ReadonlyMap<string, string>, fields: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...errors].filter(([one]) => !fields.includes(one)));
}
