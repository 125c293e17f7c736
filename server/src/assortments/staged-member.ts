import type { SentFields } from "../entities/write/write-request.ts";
import type { Transaction } from "../platform/database/database.ts";

/** A row of a load that concerns a member of an assortment. */
export interface StagedMember {
  readonly assortmentId: string;
  readonly itemId: string;
  /** The row number in the spreadsheet. Of two rows with the same item, the later one applies. */
  readonly rowNumber: number;
  /** True for an item that the load removes. A full update ignores the fields of such a row. */
  readonly isDropped: boolean;
  /** The properties of the member, except assortmentId and itemId. */
  readonly fields: SentFields;
}

/** The outcome of an assortment's members. */
export interface MemberCounts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

export interface MembersOutcome extends MemberCounts {
  /** Absent if nothing changed or nothing was published. */
  readonly publishChangeId?: string;
}

/** Further writes in the transaction that writes the members, such as a load's checkpoint. */
export type AlongsideMembers = (tx: Transaction, outcome: MembersOutcome) => Promise<void>;
