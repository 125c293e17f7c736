import { ApiError } from "@weft/client";
import { describeError } from "../../ui/describe-error.ts";
import type { AnyEntity } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import type { EntityRows } from "./entity-rows.ts";

/** Another user changed the same field since the row was read. */
export interface EditConflict {
  readonly field: string;
  readonly mine: unknown;
  readonly before: AnyEntity;
  readonly theirs: AnyEntity;
  /** Who changed it last; undefined where unknown. */
  readonly who: string | undefined;
}

interface Calls {
  readonly update: (id: string, fields: Readonly<Record<string, unknown>>, version: number) => Promise<AnyEntity>;
  readonly read: (id: string) => Promise<{ readonly entity: AnyEntity; readonly who: string | undefined }>;
  readonly onConflict: (conflict: EditConflict) => void;
  readonly onWritten: (entity: AnyEntity, field: string, before: unknown) => void;
  readonly onRefused: (error: unknown) => void;
}

/** Others may write between reading and writing again; after several attempts the user must decide. */
const attemptsMax = 4;

/**
 * Writes single cells. The value is shown at once; those of one row are written in order, each based on the previous
 * version.
 */
export class CellWriter {
  readonly #rows: EntityRows;
  readonly #calls: Calls;
  readonly #queues = new Map<string, Promise<void>>();

  constructor(rows: EntityRows, calls: Calls) {
    this.#rows = rows;
    this.#calls = calls;
  }

  write(id: string, field: string, value: unknown): void {
    this.#rows.pend(id, field, value);
    this.#enqueue(id, () => this.#send(id, field, value));
  }

  /** After a conflict: keep their value. */
  takeTheirs({ theirs, field }: EditConflict): void {
    this.#rows.settle(theirs.id, field, { entity: theirs });
  }

  /** After a conflict: write the typed value over theirs. */
  writeMine({ theirs, field, mine }: EditConflict): void {
    this.#rows.replace([theirs]);
    this.write(theirs.id, field, mine);
  }

  /** Resolves when everything so far is written or rejected. */
  async idle(): Promise<void> {
    await Promise.all(this.#queues.values());
  }

  #enqueue(id: string, send: () => Promise<void>): void {
    const before = this.#queues.get(id) ?? Promise.resolve();
    const after = before.then(send).catch(this.#calls.onRefused);
    this.#queues.set(id, after);
    void after.then(() => {
      if (this.#queues.get(id) === after) this.#queues.delete(id);
    });
  }

  async #send(id: string, field: string, value: unknown): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const before = this.#rows.storedOf(id);
      if (before === undefined) return;
      try {
        const entity = await this.#calls.update(id, { [field]: value ?? null }, before.version);
        this.#rows.settle(id, field, { entity });
        this.#calls.onWritten(entity, field, before[field]);
        return;
      } catch (error) {
        if (!isOvertaken(error) || attempt === attemptsMax) {
          this.#rows.settle(id, field, { error: errorOf(error) });
          throw error;
        }
      }
      if (!(await this.#catchUp(before, field, value))) return;
    }
  }

  /** Whether to write again: others changed only other fields, which are kept. */
  async #catchUp(before: AnyEntity, field: string, mine: unknown): Promise<boolean> {
    const { entity: theirs, who } = await this.#calls.read(before.id).catch((error: unknown) => {
      this.#rows.settle(before.id, field, { error: errorOf(error) });
      throw error;
    });
    if (isSameJson(before[field], theirs[field]) || isSameJson(mine, theirs[field])) {
      this.#rows.replace([theirs]);
      return true;
    }
    this.#calls.onConflict({ field, mine, before, theirs, who });
    return false;
  }
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The message for the cell: that of its own field where the service names it. */
function errorOf(error: unknown): string {
  const { detail, fields } = describeError(error);
  return fields.length === 0 ? detail : fields.map(({ message }) => message).join(" ");
}
