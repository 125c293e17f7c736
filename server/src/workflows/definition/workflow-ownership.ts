import type { Caller } from "../../access/caller.ts";
import { coversGrants } from "../../access/grants.ts";
import {
  findStandings,
  type Standing,
  type StandingCredential,
  standingCredentialOf,
} from "../../access/keys/standing-credential.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict, forbidden, invalidField } from "../../platform/errors.ts";
import type { WorkflowRow } from "../workflow-store.ts";

/** The identity that a saved workflow acts as. */
export interface Ownership {
  readonly owner: StandingCredential | null;
  readonly standing: Standing;
}

interface OwnerInput {
  readonly actsAs?: { readonly appId: string } | null | undefined;
  readonly takeOver?: boolean | undefined;
}

/** A new workflow acts as the caller, or as an app with no more rights than the caller. */
export async function ownershipOfNew(tx: Transaction, caller: Caller, { actsAs }: OwnerInput): Promise<Ownership> {
  return actsAs === undefined || actsAs === null ? callerOwns(tx, caller) : appOwns(tx, caller, actsAs.appId);
}

/**
 * The owner stays unless the caller takes the workflow over. A caller who changes what it does must have all rights of
 * the owner: otherwise editing a definition would escalate privileges.
 */
export async function ownershipOfChanged(
  tx: Transaction,
  caller: Caller,
  current: WorkflowRow,
  { actsAs, takeOver = false, changesWork }: OwnerInput & { readonly changesWork: boolean },
): Promise<Ownership> {
  const appBefore = appIdOf(current.owner);
  if (actsAs !== undefined && actsAs !== null && actsAs.appId !== appBefore) {
    if (takeOver) {
      throw invalidField("#/takeOver", "Send either takeOver or another actsAs, not both.");
    }
    return appOwns(tx, caller, actsAs.appId);
  }
  if (takeOver || (actsAs === null && appBefore !== undefined)) {
    return callerOwns(tx, caller);
  }
  const standing = (await findStandings(tx, caller.org.id, [current.owner]))(current.owner);
  if (changesWork && !isSame(current.owner, await standingCredentialOf(tx, caller))) {
    requireCovering(caller, standing);
  }
  return { owner: current.owner, standing };
}

function appIdOf(owner: StandingCredential | null): string | undefined {
  return owner?.type === "app" ? owner.id : undefined;
}

function isSame(one: StandingCredential | null, other: StandingCredential): boolean {
  return one?.type === other.type && one.id === other.id;
}

async function callerOwns(tx: Transaction, caller: Caller): Promise<Ownership> {
  const owner = await standingCredentialOf(tx, caller);
  return { owner, standing: (await findStandings(tx, caller.org.id, [owner]))(owner) };
}

async function appOwns(tx: Transaction, caller: Caller, appId: string): Promise<Ownership> {
  const owner = { type: "app", id: appId } as const;
  const standing = (await findStandings(tx, caller.org.id, [owner]))(owner);
  if (!standing.isActive) {
    throw invalidField("#/actsAs/appId", `${standing.reason} Choose an app that has permissions.`);
  }
  if (!coversGrants(caller, standing.rights)) {
    throw forbidden(`The app ${standing.actor.name} has permissions that this credential does not have.`);
  }
  return { owner, standing };
}

const takeOverAdvice = "Send takeOver: true to let it act as you.";

function requireCovering(caller: Caller, standing: Standing): void {
  if (!standing.isActive) {
    throw conflict(`The workflow is stopped. ${standing.reason} ${takeOverAdvice}`);
  }
  if (!coversGrants(caller, standing.rights)) {
    throw forbidden(
      `The workflow acts as ${standing.actor.name}, who has permissions that this credential does not have. ${takeOverAdvice}`,
    );
  }
}
