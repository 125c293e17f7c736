import type { Transaction } from "../platform/database/database.ts";
import { type AttemptRow, findNextOfLines, recordAttempts } from "./attempt-store.ts";
import { releaseStrays } from "./delivery-claim-store.ts";
import { changeIdsOf, messageBody } from "./delivery-message.ts";
import {
  type Claim,
  type ClaimedRow,
  claimDeliveries,
  countOn,
  type FreshRow,
  findDue,
  findFresh,
  holdWebhook,
  type LockedWebhook,
  makeDue,
  noteHealth,
  type Placement,
  parkWaiting,
  placeDeliveries,
  readClaimed,
} from "./delivery-queue-store.ts";
import { failingMsMax, type Verdict } from "./evaluate-outcome.ts";
import type { Attempt } from "./send-message.ts";

/** An ended attempt that is not recorded yet. */
export interface EndedAttempt {
  readonly deliveryId: string;
  readonly attempt: Attempt;
  readonly verdict: Exclude<Verdict, { readonly kind: "aborted" }>;
}

interface RoundInput {
  readonly orgId: string;
  readonly webhookId: string;
  readonly nodeId: string;
  readonly ended: readonly EndedAttempt[];
  /** How many more messages this node can take. */
  readonly room: number;
  /** All deliveries that this node holds. Set if it may have claimed more than it knows of. */
  readonly known: readonly string[] | undefined;
}

/** A claimed delivery, ready to be sent. */
export interface ReadyMessage {
  readonly row: ClaimedRow;
  readonly body: string;
}

export interface RoundResult {
  readonly webhook: LockedWebhook;
  readonly messages: readonly ReadyMessage[];
  /** More deliveries can probably be claimed. */
  readonly hasMore: boolean;
  /** Why the webhook must be disabled. */
  readonly disableFor: string | undefined;
}

const placesMin = 100;
const parkedAtOnce = 1_000;
// The precision of lastDeliveredOn.
const deliveredStepMs = 1_000;

/**
 * Updates the queue of a webhook in one transaction that locks its row: records ended attempts, promotes the next
 * deliveries of their lines, and claims deliveries. Undefined if the webhook was deleted.
 */
export async function doRound(tx: Transaction, input: RoundInput): Promise<RoundResult | undefined> {
  const { orgId, webhookId, nodeId, ended } = input;
  const webhook = await holdWebhook(tx, orgId, webhookId, nodeId);
  if (webhook === undefined) {
    return undefined;
  }
  if (input.known !== undefined) {
    await releaseStrays(tx, input, input.known);
  }
  const promoted = ended.length === 0 ? 0 : await writeDown(tx, input, webhook);
  const health = healthAfter(webhook, ended);
  if (health !== webhook) {
    await noteHealth(tx, orgId, webhookId, health);
  }
  const disableFor = reasonToDisable(health, ended);
  if (webhook.is_suspended) {
    return { webhook, messages: [], hasMore: false, disableFor };
  }
  if (!webhook.is_active) {
    return { webhook, ...(await parkSome(tx, input)), disableFor: undefined };
  }
  const isPaused = health.paused_until !== null && health.paused_until.getTime() > Date.now();
  if (isPaused || !webhook.is_node_known || input.room <= 0 || disableFor !== undefined) {
    return { webhook, messages: [], hasMore: promoted > 0 && !isPaused, disableFor };
  }
  const { claimed, hasMore } = await takeNext(tx, input);
  return { webhook, messages: await messagesOf(tx, orgId, webhook, claimed), hasMore, disableFor };
}

async function writeDown(tx: Transaction, input: RoundInput, { is_active }: LockedWebhook): Promise<number> {
  const next = await recordAttempts(
    tx,
    input,
    input.ended.map(({ deliveryId, attempt, verdict }) => ({ deliveryId, ...attempt, ...fateOf(verdict, is_active) })),
  );
  if (next.length > 0) {
    await makeDue(tx, input.orgId, next);
  }
  return next.length;
}

function fateOf(verdict: EndedAttempt["verdict"], isActive: boolean): Pick<AttemptRow, "status" | "retryMs"> {
  if (verdict.kind === "delivered") {
    return { status: "delivered", retryMs: null };
  }
  return verdict.retryMs === undefined || !isActive
    ? { status: "parked", retryMs: null }
    : { status: "pending", retryMs: verdict.retryMs };
}

async function takeNext(tx: Transaction, { orgId, webhookId, nodeId, room }: RoundInput) {
  const claim = { orgId, webhookId, nodeId, limit: room };
  const due = await findDue(tx, claim);
  if (due.length > 0) {
    await claimDeliveries(tx, orgId, nodeId, due);
  }
  const left = room - due.length;
  const placesMax = Math.max(left, placesMin);
  const fresh = left === 0 ? undefined : await placeFresh(tx, { ...claim, limit: left }, placesMax);
  const ids = [...due, ...(fresh?.claimed ?? [])];
  const claimed = ids.length === 0 ? [] : await readClaimed(tx, orgId, ids);
  return { claimed, hasMore: fresh === undefined || fresh.placed === placesMax || fresh.claimed.length === left };
}

/** A disabled webhook sends nothing: its deliveries are parked for a replay. */
async function parkSome(tx: Transaction, { orgId, webhookId, nodeId }: RoundInput) {
  const { placed } = await placeFresh(tx, { orgId, webhookId, nodeId, limit: 0 }, parkedAtOnce);
  const parked = await parkWaiting(tx, orgId, webhookId, parkedAtOnce);
  return { messages: [], hasMore: placed === parkedAtOnce || parked === parkedAtOnce };
}

async function messagesOf(
  tx: Transaction,
  orgId: string,
  { org_slug: orgSlug }: LockedWebhook,
  claimed: readonly ClaimedRow[],
): Promise<ReadyMessage[]> {
  const changeIds = await changeIdsOf(tx, orgId, claimed);
  return claimed.map((row, index) => {
    const { id, trigger_key: triggerKey, occurred_on: occurredOn, document, sequence } = row;
    const changeId = changeIds[index];
    return { row, body: messageBody({ id, triggerKey, occurredOn, document, changeId, orgSlug, sequence }) };
  });
}

/** The same object if its health has not changed. */
function healthAfter(webhook: LockedWebhook, ended: readonly EndedAttempt[]): LockedWebhook {
  const last = ended.at(-1)?.verdict;
  if (last === undefined) {
    return webhook;
  }
  const now = new Date();
  const isDelivered = ended.some(({ verdict }) => verdict.kind === "delivered");
  const failing_since = failingSince(webhook, { isDelivered, isFailing: last.kind === "failed", now });
  const sinceMs = now.getTime() - (webhook.last_delivered_on?.getTime() ?? 0);
  const last_delivered_on = isDelivered && sinceMs >= deliveredStepMs ? now : webhook.last_delivered_on;
  const paused_until = pausedUntil(webhook, ended, now);
  const isSame =
    failing_since === webhook.failing_since &&
    last_delivered_on === webhook.last_delivered_on &&
    paused_until === webhook.paused_until;
  return isSame ? webhook : { ...webhook, failing_since, last_delivered_on, paused_until };
}

function failingSince(
  { failing_since }: LockedWebhook,
  news: { readonly isDelivered: boolean; readonly isFailing: boolean; readonly now: Date },
): Date | null {
  const before = news.isDelivered ? null : failing_since;
  return before ?? (news.isFailing ? news.now : null);
}

function pausedUntil({ paused_until }: LockedWebhook, ended: readonly EndedAttempt[], now: Date): Date | null {
  const pausesMs = ended.map(({ verdict }) => (verdict.kind === "failed" ? (verdict.pauseMs ?? 0) : 0));
  const pauseMs = Math.max(...pausesMs);
  const until = now.getTime() + pauseMs;
  return pauseMs > 0 && until > (paused_until?.getTime() ?? 0) ? new Date(until) : paused_until;
}

function reasonToDisable({ failing_since }: LockedWebhook, ended: readonly EndedAttempt[]): string | undefined {
  const failures = ended.flatMap(({ verdict }) => (verdict.kind === "failed" ? [verdict] : []));
  if (failures.some(({ isGone }) => isGone)) {
    return "The receiver returned 410 Gone: it no longer accepts deliveries.";
  }
  const isFailingTooLong = failing_since !== null && Date.now() - failing_since.getTime() > failingMsMax;
  return failures.length > 0 && isFailingTooLong ? "It failed for three days without any success." : undefined;
}

/**
 * Assigns sequence numbers to new deliveries in the order of their changes, and claims up to the limit of those that
 * are first in their line. Returns the claimed ids, and the number of deliveries placed.
 */
async function placeFresh(
  tx: Transaction,
  claim: Claim,
  placesMax: number,
): Promise<{ readonly claimed: readonly string[]; readonly placed: number }> {
  const fresh = await findFresh(tx, { ...claim, limit: placesMax });
  if (fresh.length === 0) {
    return { claimed: [], placed: 0 };
  }
  const counts = new Map<string, number>();
  for (const { line } of fresh) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lastSequences = await countOn(tx, claim, counts);
  const firstSequences = new Map(
    [...counts].map(([line, count]) => [line, (lastSequences.get(line) ?? count) - count + 1]),
  );
  const placements = placementsOf(fresh, firstSequences, claim.limit);
  await placeDeliveries(tx, claim, placements);
  const claimed = placements.filter(({ fate }) => fate === "claimed").map(({ id }) => id);
  return { claimed, placed: fresh.length };
}

function placementsOf(
  fresh: readonly FreshRow[],
  firstSequences: ReadonlyMap<string, number>,
  claimsMax: number,
): Placement[] {
  const next = new Map(firstSequences);
  let claims = 0;
  return fresh.map(({ id, line, is_behind }) => {
    const sequence = next.get(line) ?? 0;
    next.set(line, sequence + 1);
    if (is_behind || sequence !== firstSequences.get(line)) {
      return { id, sequence, fate: "behind" };
    }
    claims += 1;
    return { id, sequence, fate: claims <= claimsMax ? "claimed" : "due" };
  });
}

/** Makes the next delivery of each line due, unless the line already has one due or claimed. Returns their number. */
export async function promoteLines(
  tx: Transaction,
  orgId: string,
  webhookId: string,
  lines: readonly string[],
): Promise<number> {
  const next = lines.length === 0 ? [] : await findNextOfLines(tx, orgId, webhookId, lines);
  if (next.length > 0) {
    await makeDue(tx, orgId, next);
  }
  return next.length;
}
