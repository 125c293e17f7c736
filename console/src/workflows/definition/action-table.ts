import type { JsonObject } from "@weft/client";
import type { IconName } from "../../ui/icon.tsx";

/** How a member of a task's config is edited. */
type FieldKind =
  | "text"
  | "number"
  | "method"
  | "entityName"
  | "assortment"
  | "members"
  | "json"
  | "code"
  | "auth"
  /** All members that have no field of their own. */
  | "rest";

export interface ActionField {
  /** The member of the config; empty for rest. */
  readonly key: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help: string;
  readonly isRequired?: true;
}

export interface ActionTexts {
  readonly name: string;
  readonly label: string;
  /** What it does, in one sentence. */
  readonly words: string;
  readonly icon: IconName;
  readonly fields: readonly ActionField[];
  /** The initial config of a new task. */
  readonly start: JsonObject;
}

/** Every action of the product, with the fields that its config has: spec "Actions". */
export const actionTable: readonly ActionTexts[] = [
  {
    name: "external",
    label: "External task",
    words: "Waits until a person or another system completes or fails it.",
    icon: "user",
    fields: [
      {
        key: "",
        kind: "rest",
        label: "Instructions",
        help: "Names and values shown to the person or system that does the work.",
      },
    ],
    start: { name: "{newData.name}" },
  },
  {
    name: "http",
    label: "Call an HTTP endpoint",
    words: "Sends an HTTP request. A JSON response becomes the output.",
    icon: "send",
    fields: [
      {
        key: "url",
        kind: "text",
        label: "URL",
        help: "For example https://erp.example.com/items.",
        isRequired: true,
      },
      { key: "method", kind: "method", label: "Method", help: "Default: POST." },
      { key: "headers", kind: "members", label: "Headers", help: "Sent in addition to the standard headers." },
      { key: "body", kind: "json", label: "Body", help: "Default: the event." },
      { key: "auth", kind: "auth", label: "Authentication", help: "How the receiver verifies the request." },
    ],
    start: { url: "" },
  },
  {
    name: "update-entity",
    label: "Update an entity",
    words: "Writes fields of one item, color, project or other entity.",
    icon: "edit",
    fields: [
      {
        key: "entityName",
        kind: "entityName",
        label: "Entity type",
        help: "The type of the entity to update.",
        isRequired: true,
      },
      { key: "id", kind: "text", label: "Id", help: "The id of the entity to update.", isRequired: true },
      {
        key: "object",
        kind: "members",
        label: "Fields",
        help: "The fields to write. Other fields stay unchanged.",
        isRequired: true,
      },
    ],
    start: { entityName: "item", id: "{newData.id}", object: {} },
  },
  {
    name: "create-entity",
    label: "Create an entity",
    words: "Creates an item, color, project or other entity.",
    icon: "plus",
    fields: [
      {
        key: "entityName",
        kind: "entityName",
        label: "Entity type",
        help: "The type of the entity to create.",
        isRequired: true,
      },
      { key: "object", kind: "members", label: "Fields", help: "The initial values.", isRequired: true },
    ],
    start: { entityName: "item", object: { name: "" } },
  },
  {
    name: "script",
    label: "Run a script",
    words: "Runs JavaScript in a sandbox. The return value is the output.",
    icon: "reference",
    fields: [
      {
        key: "code",
        kind: "code",
        label: "Code",
        help: "Can read event, config, tasks and task, and await entities.get, list, create and update.",
        isRequired: true,
      },
      { key: "", kind: "rest", label: "Config", help: "Values that the script reads as config." },
    ],
    start: { code: "return { approved: event.newData?.status === 'approved' };\n" },
  },
  {
    name: "load",
    label: "Load a file",
    words: "Starts a load of a CSV file and waits until it ends.",
    icon: "loads",
    fields: [
      {
        key: "config",
        kind: "json",
        label: "Configuration",
        help: "The load configuration: loadType, fileLocation, federatedMappings and so on.",
        isRequired: true,
      },
    ],
    start: { config: { loadType: ["ITEM"], fileLocation: "{body.fileId}" } },
  },
  {
    name: "publish-assortment",
    label: "Publish an assortment",
    words: "Publishes the changes since the last publish.",
    icon: "assortments",
    fields: [
      {
        key: "assortmentId",
        kind: "assortment",
        label: "Assortment",
        help: "An assortment, or a placeholder for its id.",
        isRequired: true,
      },
    ],
    start: { assortmentId: "" },
  },
  {
    name: "delay",
    label: "Delay",
    words: "Continues after the given time. Does not block other runs.",
    icon: "clock",
    fields: [
      {
        key: "seconds",
        kind: "number",
        label: "Seconds",
        help: "A number, or a placeholder for one.",
        isRequired: true,
      },
    ],
    start: { seconds: 60 },
  },
];

/** The definition of an action. One that the operator added has only a config. */
export function actionLabels(name: string): ActionTexts {
  return (
    actionTable.find((action) => action.name === name) ?? {
      name,
      label: name === "" ? "No action selected" : name,
      words: "An action added by the operator.",
      icon: "workflows",
      fields: [{ key: "", kind: "rest", label: "Config", help: "The input of the action." }],
      start: {},
    }
  );
}
