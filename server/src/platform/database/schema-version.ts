import { type Migration, newestOf, pendingOf } from "./migration-files.ts";
import type { AppliedMigration, SchemaState } from "./schema-store.ts";

export interface SchemaFacts {
  /** As seen by the role of DATABASE_URL. */
  readonly state: SchemaState;
  /** The migrations of this server. */
  readonly known: readonly Migration[];
  /** Whether that role, or the one of DATABASE_OWNER_URL, owns the schema. */
  readonly isOwned: boolean;
  /** Whether this node makes indexes at run time, as workers do. */
  readonly needsOwner: boolean;
  /** Whether the start migrates. */
  readonly migrates: boolean;
}

export interface SchemaResult {
  /** fault: the service does not start. */
  readonly verdict: "ok" | "warning" | "fault";
  readonly detail: string;
  readonly advice?: string;
  /** Whether a start migrates first. */
  readonly isPending?: boolean;
}

/** Whether this server can run with the schema. The same rules for a start and for weft doctor. */
export function evaluateSchema(facts: SchemaFacts): SchemaResult {
  const { state, known, needsOwner, isOwned } = facts;
  const [found, needed] = [newestOf(state.applied), newestOf(known)];
  if (state.denied.length > 0) {
    return evaluateGrants(state);
  }
  if (findIncompatible(state.applied, known).length > 0) {
    return {
      verdict: "fault",
      detail: `The schema version is ${found}, but this server supports ${needed}: it will not start.`,
      advice: "Install the newer server that migrated the database, or restore a backup from before.",
    };
  }
  if (pendingOf(known, state.applied).length > 0) {
    return evaluatePending(facts);
  }
  if (needsOwner && !isOwned) {
    return {
      verdict: "fault",
      detail: `The role ${state.role} does not own the schema, so this node cannot create indexes for searchable properties.`,
      advice: "Set DATABASE_OWNER_URL to the URL of the owner, or WEFT_ROLE to api.",
    };
  }
  return found > needed
    ? {
        verdict: "warning",
        detail: `The schema version is ${found}; this server was made for ${needed} and can run with it.`,
        advice: "Finish the upgrade or the rollback: do not run two versions for long.",
      }
    : { verdict: "ok", detail: `The schema version is ${found}, which is up to date.` };
}

/** The migrations of newer servers after which this one cannot run. */
function findIncompatible(applied: readonly AppliedMigration[], known: readonly Migration[]): AppliedMigration[] {
  const own = newestOf(known);
  return applied.filter(
    ({ number, compatibleFrom }) => number > own && (compatibleFrom === null || compatibleFrom > own),
  );
}

const namedMax = 3;

function evaluateGrants({ role, denied }: SchemaState): SchemaResult {
  const rest = denied.length - namedMax;
  const named = denied.slice(0, namedMax).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  return {
    verdict: "fault",
    detail: `The role ${role} lacks privileges on ${named}.`,
    advice: `Run the statements that weft migrate --grants ${role} prints as the owner of the schema.`,
  };
}

function evaluatePending({ state, known, isOwned, migrates }: SchemaFacts): SchemaResult {
  const [found, needed] = [newestOf(state.applied), newestOf(known)];
  const version = found === 0 ? "The database has no schema yet" : `The schema version is ${found}`;
  if (!isOwned) {
    return {
      verdict: "fault",
      detail: `${version}, this server needs ${needed}, and the role ${state.role} does not own the schema.`,
      advice: "Set DATABASE_OWNER_URL to the URL of the owner, or run weft migrate with it.",
    };
  }
  if (!migrates) {
    return {
      verdict: "fault",
      detail: `${version}, but this server needs ${needed}.`,
      advice: "Run weft migrate, or start without --no-migrate.",
    };
  }
  return found === 0
    ? { verdict: "ok", detail: `${version}; the first start will create it.`, isPending: true }
    : {
        verdict: "warning",
        isPending: true,
        detail: `${version}; the next start will migrate it to ${needed}.`,
        advice: "Create a backup first: migrations cannot be reverted. weft migrate --plan prints them.",
      };
}
