import type { JsonObject } from "@weft/client";
import type { IconName } from "../../ui/icon-paths.ts";

/** How a member of a task's config is written. */
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
  /** All members that no other field of the action is for. */
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
  /** What it does, in a sentence. */
  readonly words: string;
  readonly icon: IconName;
  readonly fields: readonly ActionField[];
  /** What a task of it begins with. */
  readonly start: JsonObject;
}

/** Every action of the product, with the fields that its config has: spec "Actions". */
export const actionTable: readonly ActionTexts[] = [
  {
    name: "external",
    label: "Wait for somebody",
    words: "Waits until a person or another system completes or fails it.",
    icon: "user",
    fields: [
      {
        key: "",
        kind: "rest",
        label: "What they are told",
        help: "Names and values that whoever does the work gets to see.",
      },
    ],
    start: { name: "{newData.name}" },
  },
  {
    name: "http",
    label: "Call another system",
    words: "Sends a request over HTTP; a JSON answer becomes the output.",
    icon: "send",
    fields: [
      {
        key: "url",
        kind: "text",
        label: "Address",
        help: "Where to, such as https://erp.example.com/items.",
        isRequired: true,
      },
      { key: "method", kind: "method", label: "Method", help: "Left out, POST." },
      { key: "headers", kind: "members", label: "Headers", help: "Beside those that every call carries." },
      { key: "body", kind: "json", label: "Body", help: "Left out, the event is sent." },
      { key: "auth", kind: "auth", label: "Proof", help: "How the receiver knows that the call is ours." },
    ],
    start: { url: "" },
  },
  {
    name: "update-entity",
    label: "Change an entity",
    words: "Writes fields of one item, color, project or other entity.",
    icon: "edit",
    fields: [
      { key: "entityName", kind: "entityName", label: "Kind", help: "What is changed.", isRequired: true },
      { key: "id", kind: "text", label: "Id", help: "Of the one that is changed.", isRequired: true },
      {
        key: "object",
        kind: "members",
        label: "Fields",
        help: "What is written; other fields stay as they are.",
        isRequired: true,
      },
    ],
    start: { entityName: "item", id: "{newData.id}", object: {} },
  },
  {
    name: "create-entity",
    label: "Create an entity",
    words: "Makes one new item, color, project or other entity.",
    icon: "plus",
    fields: [
      { key: "entityName", kind: "entityName", label: "Kind", help: "What is created.", isRequired: true },
      { key: "object", kind: "members", label: "Fields", help: "What it begins with.", isRequired: true },
    ],
    start: { entityName: "item", object: { name: "" } },
  },
  {
    name: "script",
    label: "Run a script",
    words: "JavaScript in a sandbox; what it returns is the output.",
    icon: "reference",
    fields: [
      {
        key: "code",
        kind: "code",
        label: "Code",
        help: "It reads event, config, tasks and task, and may await entities.get, list, create and update.",
        isRequired: true,
      },
      { key: "", kind: "rest", label: "Config", help: "Values that the script reads as config." },
    ],
    start: { code: "return { approved: event.newData?.status === 'approved' };\n" },
  },
  {
    name: "load",
    label: "Load a file",
    words: "Starts a load of a CSV file and waits for its end.",
    icon: "loads",
    fields: [
      {
        key: "config",
        kind: "json",
        label: "Configuration",
        help: "As a load has it: loadType, fileLocation, federatedMappings and so on.",
        isRequired: true,
      },
    ],
    start: { config: { loadType: ["ITEM"], fileLocation: "{body.fileId}" } },
  },
  {
    name: "publish-assortment",
    label: "Publish an assortment",
    words: "Publishes what has changed in it since the last time.",
    icon: "assortments",
    fields: [
      {
        key: "assortmentId",
        kind: "assortment",
        label: "Assortment",
        help: "One of them, or a placeholder for its id.",
        isRequired: true,
      },
    ],
    start: { assortmentId: "" },
  },
  {
    name: "delay",
    label: "Wait a while",
    words: "Goes on after some seconds, and holds nothing meanwhile.",
    icon: "clock",
    fields: [
      {
        key: "seconds",
        kind: "number",
        label: "Seconds",
        help: "A number, or a placeholder that gives one.",
        isRequired: true,
      },
    ],
    start: { seconds: 60 },
  },
];

/** What is known of an action. One that the operator has added has just a config. */
export function actionLabels(name: string): ActionTexts {
  return (
    actionTable.find((action) => action.name === name) ?? {
      name,
      label: name === "" ? "No action yet" : name,
      words: "An action that the operator has added.",
      icon: "workflows",
      fields: [{ key: "", kind: "rest", label: "Config", help: "What the action needs." }],
      start: {},
    }
  );
}
