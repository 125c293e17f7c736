import type { SentFields } from "../entities/write/write-request.ts";
import type { Transaction } from "../platform/database/database.ts";

/** A row of a load that concerns a member of an assortment. */
export interface StagedMember {
  readonly assortmentId: string;
  readonly itemId: string;
  /** As a spreadsheet shows it; of two rows with the same item the later one counts. */
  readonly rowNumber: number;
  /** True for an item that the load takes out. A full update takes no notice of such a row's fields. */
  readonly isDropped: boolean;
  /** What the member shall have beside assortmentId and itemId. */
  readonly fields: SentFields;
}

/** What became of an assortment's members. */
export interface MemberCounts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

export interface MembersOutcome extends MemberCounts {
  /** Left out when nothing has changed, or nothing was published. */
  readonly publishChangeId?: string;
}

/** What else belongs into the transaction that writes the members, such as a load's checkpoint. */
export type AlongsideMembers = (tx: Transaction, outcome: MembersOutcome) => Promise<void>;
