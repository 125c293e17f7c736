import type { IconName } from "../../ui/icon.tsx";
import type { Draft } from "./draft.ts";

interface Template {
  readonly key: string;
  readonly title: string;
  readonly words: string;
  readonly icon: IconName;
  readonly draft: Draft;
}

export const blankDraft: Draft = {
  name: "",
  triggers: ["item|update"],
  tasks: [{ name: "Ask", action: "external", config: { name: "{newData.name}" } }],
};

/** Templates for a new workflow. */
export const templates: readonly Template[] = [
  {
    key: "approve",
    title: "Approve a price change",
    words: "When the price of an item changes, a person decides, and the decision is written to the item.",
    icon: "check",
    draft: {
      name: "Approve a price change",
      triggers: ["item|update"],
      conditional: "{newData.price} !== {oldData.price}",
      tasks: [
        {
          name: "Decide",
          action: "external",
          config: { item: "{newData.name}", before: "{oldData.price}", after: "{newData.price}" },
        },
        {
          name: "Note the decision",
          action: "update-entity",
          config: {
            entityName: "item",
            id: "{newData.id}",
            object: { priceApproval: "{tasks.Decide.output.decision}" },
          },
        },
      ],
    },
  },
  {
    key: "tell",
    title: "Notify another system",
    words: "When an item changes, its data is sent to a URL.",
    icon: "send",
    draft: {
      name: "Notify another system",
      triggers: ["item|create", "item|update"],
      tasks: [
        {
          name: "Send",
          action: "http",
          config: { url: "https://erp.example.com/items" },
          retry: { attempts: 3, backoffSeconds: 10 },
        },
      ],
    },
  },
  {
    key: "load",
    title: "Load on an event",
    words: "When another system reports a new file, the file is loaded.",
    icon: "loads",
    draft: {
      name: "Load on an event",
      triggers: ["file|ready"],
      tasks: [
        {
          name: "Load",
          action: "load",
          config: { config: { loadType: ["ITEM"], fileLocation: "{fileId}" } },
        },
      ],
    },
  },
  {
    key: "manual",
    title: "Manual start",
    words: "A script that runs when you start it, in the console or through the API.",
    icon: "play",
    draft: {
      name: "Manual start",
      triggers: ["manual|start"],
      tasks: [
        {
          name: "Count",
          action: "script",
          config: {
            code: "const { results } = await entities.list('item', { limit: 100 });\nconsole.log('found ' + results.length);\nreturn { items: results.length };\n",
          },
        },
      ],
    },
  },
];
