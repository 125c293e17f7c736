import { eventWorkflowOperations, loadConfigurationSchema, propertySchema, webhookOperations } from "@weft/contract";
import type { z } from "zod";
import type { Entry } from "./entry.ts";
import { lineOf, type Member, outline } from "./schema-outline.ts";

interface Group {
  readonly name: string;
  readonly schema: z.ZodType;
  /** The page of the guides. */
  readonly guide: string;
}

const groups: readonly Group[] = [
  { name: "load configuration", schema: loadConfigurationSchema, guide: "/docs/loads" },
  { name: "workflow definition", schema: eventWorkflowOperations.create.body, guide: "/docs/workflows" },
  { name: "webhook", schema: webhookOperations.create.body, guide: "/docs/webhooks" },
  { name: "property of a type", schema: propertySchema, guide: "/docs/api" },
];

/** Each group as a whole, and each of its members. */
export function settingEntries(): Entry[] {
  return groups.flatMap(({ name: group, schema, guide }) => {
    const members = outline(schema);
    const whole: Entry = {
      sort: "setting",
      name: group,
      aliases: [],
      words: "settings",
      summary: `Every setting of a ${group}: ${members
        .filter(isOuter)
        .map(({ name }) => name)
        .join(", ")}.`,
      details: () => ({ group, settings: members.map(lineOf), guide }),
    };
    return [whole, ...members.map((member) => entryOf(group, member, members, guide))];
  });
}

function entryOf(group: string, member: Member, members: readonly Member[], guide: string): Entry {
  const { name, type, isRequired, description } = member;
  const [last = name] = name.split(/\.|\[\]\./).slice(-1);
  const within = members.filter((other) => other.name.startsWith(`${name}.`) || other.name.startsWith(`${name}[].`));
  return {
    sort: "setting",
    name: last,
    aliases: [name, `${group} ${name}`],
    summary: `Of a ${group}: ${description || type}`,
    details: () => ({
      setting: name,
      of: group,
      type,
      isRequired,
      description,
      ...(within.length === 0 ? {} : { within: within.map(lineOf) }),
      guide,
    }),
  };
}

function isOuter({ name }: Member): boolean {
  return !name.includes(".");
}
