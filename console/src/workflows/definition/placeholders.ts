import { readTrigger } from "./trigger-key.ts";

/** A placeholder, and what it stands for. */
export interface Placeholder {
  readonly text: string;
  readonly words: string;
  readonly group: "The event" | "Earlier tasks" | "This run";
}

interface Context {
  readonly triggers: readonly string[];
  /** The slugs of the kinds that start it, with their labels. */
  readonly properties: readonly { readonly slug: string; readonly label: string }[];
  /** The names of the tasks before the one that is being written. */
  readonly earlierTasks: readonly string[];
}

const runPlaceholders: readonly Placeholder[] = [
  { text: "{task.id}", words: "The id of this task", group: "This run" },
  { text: "{process.id}", words: "The id of this run", group: "This run" },
  { text: "{triggerKey}", words: "What has started it", group: "This run" },
  { text: "{occurredOn}", words: "When it happened", group: "This run" },
];

/** What texts of a task may read, the likeliest first. */
export function placeholdersFor({ triggers, properties, earlierTasks }: Context): readonly Placeholder[] {
  const types = new Set(triggers.map((key) => readTrigger(key).type));
  return [
    ...earlierTasks.map(
      (name): Placeholder => ({
        text: `{tasks.${name}.output}`,
        words: `All that ${name} gave`,
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
  { text: "{assortmentId}", words: "The assortment", group: "The event" },
  { text: "{assortmentPublishChangeId}", words: "The change of the publication", group: "The event" },
];

const webhookPlaceholders: readonly Placeholder[] = [
  { text: "{body}", words: "What was sent", group: "The event" },
  { text: "{headers}", words: "The headers of the call", group: "The event" },
];

function entityPlaceholders(triggers: readonly string[], properties: Context["properties"]): Placeholder[] {
  const isUpdate = triggers.some((key) => key.endsWith("|update"));
  const now = [...systemProperties, ...properties].map(
    ({ slug, label }): Placeholder => ({
      text: `{newData.${slug}}`,
      words: label,
      group: "The event",
    }),
  );
  const before = properties.map(
    ({ slug, label }): Placeholder => ({
      text: `{oldData.${slug}}`,
      words: `${label}, before`,
      group: "The event",
    }),
  );
  return [...now, ...(isUpdate ? before : [])];
}

const systemProperties = [
  { slug: "id", label: "Id" },
  { slug: "name", label: "Name" },
  { slug: "federatedId", label: "Federated id" },
  { slug: "typePath", label: "Type" },
];
