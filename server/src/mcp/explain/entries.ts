import {
  errorCodes,
  errorDefinitions,
  eventWorkflowOperations,
  loadConfigurationSchema,
  type Operation,
  operations,
  propertySchema,
  webhookOperations,
} from "@weft/contract";
import type { z } from "zod";
import { lineOf, type Member, outline } from "./schema-outline.ts";
import { topics } from "./topics.ts";

const operationEntries: readonly Entry[] = operations.map((operation) => ({
  sort: "operation",
  name: operation.id,
  aliases: [`/api${operation.path}`, operation.path].flatMap((path) => [path, `${operation.method} ${path}`]),
  summary: `${operation.method} /api${operation.path}: ${operation.summary}`,
  details: () => describe(operation),
}));

const credentialsFor = {
  open: "none",
  any: "any; the permissions of the key apply",
  task: "any; the permissions of the key apply",
  operator: "the operator's token",
} as const;

function describe({ id, method, path, summary, access, query, body, answers, errors }: Operation): object {
  return {
    operation: id,
    call: `${method} /api${path}`,
    summary,
    credentials: credentialsFor[access],
    ...(query === undefined ? {} : { query: outline(query).map(lineOf) }),
    ...(body === undefined ? {} : { body: outline(body).map(lineOf) }),
    answers: Object.fromEntries(Object.entries(answers).map(([status, { description }]) => [status, description])),
    errors,
    reference: "/api/docs",
  };
}

const errorEntries: readonly Entry[] = errorCodes.map((code) => {
  const { status, title, help } = errorDefinitions[code];
  return {
    sort: "error code",
    name: code,
    aliases: [],
    words: "error",
    summary: title,
    details: () => ({ code, status, title, whatToDo: help, page: `/errors/${code}` }),
  };
});

const topicEntries: readonly Entry[] = topics.map(({ name, aliases, text, guide, heading }) => ({
  sort: "topic",
  name,
  aliases,
  words: aliases.join(" "),
  text,
  summary: /^.*?[.:](?= |$)/s.exec(text)?.[0] ?? text,
  details: () => ({ topic: name, text, guide: `/docs/${guide}, ${heading}` }),
}));

/** A subject that can be explained. */
export interface Entry {
  readonly sort: "error code" | "operation" | "setting" | "topic";
  readonly name: string;
  /** Alternative names. */
  readonly aliases: readonly string[];
  /** Additional search terms, ranked like the name. */
  readonly words?: string;
  /** Text to search instead of the summary. */
  readonly text?: string;
  /** One line, for lists. */
  readonly summary: string;
  /** The full explanation. */
  details(): object;
}

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

/** Everything that can be explained. */
export const allEntries: readonly Entry[] = [
  ...topicEntries,
  ...errorEntries,
  ...settingEntries(),
  ...operationEntries,
];

/** Each group as a whole, and each of its members. */
function settingEntries(): Entry[] {
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
