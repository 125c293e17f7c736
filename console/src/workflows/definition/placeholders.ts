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
