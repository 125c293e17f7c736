import type { LinkProps } from "@tanstack/react-router";
import type {
  EventWorkflow,
  EventWorkflowProcessSummary,
  EventWorkflowTask,
  JsonObject,
  LoaderProcessSummary,
  Webhook,
  WebhookDeliverySummary,
} from "@weft/client";
import { pluralize } from "../ui/format.ts";
import type { IconName } from "../ui/icon.tsx";
import { shortAddress, webhookName, webhookState } from "../webhooks/webhook-state.ts";
import { subjectOf } from "../workflows/runs/event-subject.ts";

/** What may need attention, as far as the user may see it. */
export interface Attention {
  readonly failedLoads: readonly LoaderProcessSummary[];
  readonly queuedLoads: readonly LoaderProcessSummary[];
  readonly failedProcesses: readonly EventWorkflowProcessSummary[];
  readonly waitingTasks: readonly EventWorkflowTask[];
  readonly workflows: readonly Pick<EventWorkflow, "id" | "name">[];
  readonly webhooks: readonly Webhook[];
  readonly parked: readonly WebhookDeliverySummary[];
}

/** What started a run. */
export interface Origin {
  readonly workflowId: string;
  readonly event: JsonObject;
}

/** By process id. */
export type Origins = ReadonlyMap<string, Origin>;

/** One failure or one pending thing. */
export interface Notice {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly time: string;
  readonly link: LinkProps;
}

/** Failures since a time, newest first. */
export function failuresOf(attention: Attention, since: string, nowMs: number): Notice[] {
  const { failedLoads, failedProcesses, workflows, webhooks, parked } = attention;
  const notices = [
    ...failedLoads.map(failedLoad),
    ...failedProcesses.map((failed) => failedProcess(failed, workflows)),
    ...parked.map((delivery) => parkedDelivery(delivery, webhooks)),
    ...webhooks.flatMap((webhook) => brokenWebhook(webhook, nowMs)),
  ];
  return notices.filter(({ time }) => time >= since).sort((a, b) => b.time.localeCompare(a.time));
}

/** Everything that is pending, oldest first. */
export function waitsOf(attention: Attention, origins: Origins, nowMs: number): Notice[] {
  const { waitingTasks, queuedLoads, webhooks, workflows } = attention;
  const notices = [
    ...waitingTasks.map((task) => waitingTask(task, origins.get(task.processId), workflows)),
    ...queuedLoads.map(queuedLoad),
    ...webhooks.flatMap((webhook) => pausedWebhook(webhook, nowMs)),
  ];
  return notices.sort((a, b) => a.time.localeCompare(b.time));
}

function failedLoad({ id, loadType = [], subtext, endedOn, updatedOn }: LoaderProcessSummary): Notice {
  return {
    ...{ key: `load ${id}`, icon: "loads", title: nameLoad(loadType), time: endedOn ?? updatedOn },
    text: subtext ?? "The load failed.",
    link: { to: "/loads/$id", params: { id } },
  };
}

function queuedLoad({ id, loadType = [], subtext, status, createdOn }: LoaderProcessSummary): Notice {
  return {
    ...{ key: `load ${id}`, icon: "loads", title: nameLoad(loadType), time: createdOn },
    text: subtext ?? (status === "pending" ? "Queued." : "Loading."),
    link: { to: "/loads/$id", params: { id } },
  };
}

/** ITEM and PROJECT_ITEM: Load of items, project items. */
export function nameLoad(loadType: readonly string[]): string {
  const kinds = loadType.map((type) => type.toLowerCase().replaceAll("_", " ").replace(/y$/, "ie"));
  return kinds.length === 0 ? "Load" : `Load of ${kinds.map((kind) => `${kind}s`).join(", ")}`;
}

function failedProcess(
  { id, eventWorkflowId, failure, subtext, endedOn, updatedOn }: EventWorkflowProcessSummary,
  workflows: Attention["workflows"],
): Notice {
  const name = workflows.find((workflow) => workflow.id === eventWorkflowId)?.name ?? "A workflow";
  const task = failure?.taskName === undefined ? "" : `${failure.taskName}: `;
  return {
    ...{ key: `process ${id}`, icon: "workflows", title: name, time: endedOn ?? updatedOn },
    text: failure === undefined ? (subtext ?? "The run failed.") : `${task}${failure.message}`,
    link: { to: "/processes/$id", params: { id } },
  };
}

function parkedDelivery(
  { id, webhookId, type, answerStatus, attempts, endedOn, updatedOn }: WebhookDeliverySummary,
  webhooks: readonly Webhook[],
): Notice {
  const webhook = webhooks.find((one) => one.id === webhookId);
  const answer = answerStatus === null ? "no response" : `response status ${answerStatus}`;
  return {
    ...{ key: `delivery ${id}`, icon: "send", time: endedOn ?? updatedOn },
    title: `Message to ${webhook === undefined ? "a webhook" : webhookName(webhook)}`,
    text: `${type} was parked after ${pluralize(attempts, "attempt")}: ${answer}.`,
    link: { to: "/deliveries/$id", params: { id } },
  };
}

/** A webhook that the service disabled, or that cannot be reached. */
function brokenWebhook(webhook: Webhook, nowMs: number): Notice[] {
  const { status, reason = "", time } = webhookState(webhook, nowMs);
  if ((status !== "disabled" && status !== "failing") || time === undefined) return [];
  return [{ ...aboutWebhook(webhook), time, text: status === "disabled" ? `Disabled: ${reason}` : reason }];
}

function pausedWebhook(webhook: Webhook, nowMs: number): Notice[] {
  const { status, reason = "", time } = webhookState(webhook, nowMs);
  return status === "paused" && time !== undefined ? [{ ...aboutWebhook(webhook), time, text: reason }] : [];
}

function aboutWebhook(webhook: Webhook): Pick<Notice, "key" | "icon" | "title" | "link"> {
  const { id, url } = webhook;
  const title = webhookName(webhook);
  return {
    ...{ key: `webhook ${id}`, icon: "webhooks", title: title === shortAddress(url) ? `Webhook ${title}` : title },
    link: { to: "/webhooks/$id", params: { id } },
  };
}

function waitingTask(task: EventWorkflowTask, origin: Origin | undefined, workflows: Attention["workflows"]): Notice {
  const { id, name, subtext, startedOn, createdOn } = task;
  const subject = origin === undefined ? undefined : subjectOf(origin.event)?.name;
  const workflow = workflows.find((one) => one.id === origin?.workflowId)?.name ?? "The workflow";
  return {
    ...{ key: `task ${id}`, icon: "clock", time: startedOn ?? createdOn },
    title: subject === undefined ? name : `${name}: ${subject}`,
    text: subtext ?? `${workflow} is waiting for a callback.`,
    link: { to: "/tasks/$id", params: { id } },
  };
}
