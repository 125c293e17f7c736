import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import type { JsonObject } from "@weft/client";
import { readTrigger } from "./trigger-key.ts";

/** A placeholder, and what it stands for. */
export interface Placeholder {
  readonly text: string;
  readonly words: string;
  readonly group: "Event" | "Earlier tasks" | "Run";
}

interface Context {
  readonly triggers: readonly string[];
  /** The slugs of the kinds that trigger it, with their labels. */
  readonly properties: readonly { readonly slug: string; readonly label: string }[];
  /** The names of the tasks before the one being edited. */
  readonly earlierTasks: readonly string[];
}

const runPlaceholders: readonly Placeholder[] = [
  { text: "{task.id}", words: "Id of this task", group: "Run" },
  { text: "{process.id}", words: "Id of this run", group: "Run" },
  { text: "{triggerKey}", words: "Trigger", group: "Run" },
  { text: "{occurredOn}", words: "Time of the event", group: "Run" },
];

/** What texts of a task may read, most likely first. */
export function placeholdersFor({ triggers, properties, earlierTasks }: Context): readonly Placeholder[] {
  const types = new Set(triggers.map((key) => readTrigger(key).type));
  return [
    ...earlierTasks.map(
      (name): Placeholder => ({
        text: `{tasks.${name}.output}`,
        words: `Full output of ${name}`,
        group: "Earlier tasks",
      }),
    ),
    ...(types.has("entity") ? entityPlaceholders(triggers, properties) : []),
    ...(types.has("publish") ? publishPlaceholders : []),
    ...(types.has("webhook") ? webhookPlaceholders : []),
    ...runPlaceholders,
  ];
}

const publishPlaceholders: readonly Placeholder[] = [
  { text: "{assortmentId}", words: "Assortment", group: "Event" },
  { text: "{assortmentPublishChangeId}", words: "Published changes", group: "Event" },
];

const webhookPlaceholders: readonly Placeholder[] = [
  { text: "{body}", words: "Request body", group: "Event" },
  { text: "{headers}", words: "Request headers", group: "Event" },
];

function entityPlaceholders(triggers: readonly string[], properties: Context["properties"]): Placeholder[] {
  const isUpdate = triggers.some((key) => key.endsWith("|update"));
  const now = [...systemProperties, ...properties].map(
    ({ slug, label }): Placeholder => ({
      text: `{newData.${slug}}`,
      words: label,
      group: "Event",
    }),
  );
  const before = properties.map(
    ({ slug, label }): Placeholder => ({
      text: `{oldData.${slug}}`,
      words: `${label}, before`,
      group: "Event",
    }),
  );
  return [...now, ...(isUpdate ? before : [])];
}

const systemProperties = [
  { slug: "id", label: "Id" },
  { slug: "name", label: "Name" },
  { slug: "federatedId", label: "External ID" },
  { slug: "typePath", label: "Type" },
];

/** Suggests placeholders after an opening brace. */
export function completePlaceholders(placeholders: readonly Placeholder[]): CompletionSource {
  const options = placeholders.map(({ text, words }): Completion => ({ label: text, detail: words, apply: insert }));
  return (context) => {
    const opened = context.matchBefore(/\{[^{}\n]*/);
    return opened === null ? null : { from: opened.from, options, validFor: /^\{[^{}\n]*$/ };
  };
}

/** The editor has already inserted the closing brace. */
const insert: Exclude<Completion["apply"], string | undefined> = (view, { label }, from, to) => {
  const isClosed = view.state.sliceDoc(to, to + 1) === "}";
  const end = isClosed ? to + 1 : to;
  view.dispatch({ changes: { from, to: end, insert: label }, selection: { anchor: from + label.length } });
};

/** A sample event for the trigger key. */
export function sampleEvent(key: string, entity?: JsonObject): JsonObject {
  const trigger = readTrigger(key);
  switch (trigger.type) {
    case "entity":
      return entityEvent(trigger.kind, trigger.action, entity ?? { id: "", name: "" });
    case "publish":
      return { assortmentId: "", assortmentPublishChangeId: "" };
    case "webhook":
      return { body: {}, headers: {} };
    case "load":
    case "run":
    case "manual":
    case "schedule":
    case "external":
      return {};
  }
}

function entityEvent(kind: string, action: string, entity: JsonObject): JsonObject {
  const reference =
    typeof entity["id"] === "string" && entity["id"] !== "" ? { entityReference: `${kind}:${entity["id"]}` } : {};
  if (action === "create") return { ...reference, newData: entity };
  return action === "delete"
    ? { ...reference, oldData: entity }
    : { ...reference, newData: entity, oldData: entity, propertyDiffs: {} };
}
