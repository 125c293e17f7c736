import type { Command } from "commander";
import { aliasesOf, nounGroups } from "./commands/entities/nouns.ts";

interface Entry {
  readonly name: string;
  /** Other names that people may type. */
  readonly aliases?: readonly string[];
  readonly description: string;
  /** Loaded when it is used: the command line starts quickly. */
  readonly load: () => Promise<Command>;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The commands beside the nouns of the contract; those of a group of nouns stand before them. */
const ownGroups: readonly Group[] = [
  {
    title: "Signing in",
    entries: [
      {
        name: "login",
        description: "Sign in, and store that as a profile",
        load: async () => (await import("./commands/login.ts")).loginCommand(),
      },
      {
        name: "logout",
        description: "Forget a profile, and end its sign-in at the service",
        load: async () => (await import("./commands/logout.ts")).logoutCommand(),
      },
      {
        name: "whoami",
        description: "Show who you are, where, and what you may do",
        load: async () => (await import("./commands/whoami.ts")).whoamiCommand(),
      },
      {
        name: "profiles",
        description: "The places that you have signed in to",
        load: async () => (await import("./commands/profiles.ts")).profilesCommand(),
      },
      {
        name: "getApiKey",
        description: "Make a key for an app; the same as keys create",
        load: async () => (await import("./commands/get-api-key.ts")).getApiKeyCommand(),
      },
    ],
  },
  {
    title: "Work",
    entries: [
      {
        name: "load",
        description: "Load a CSV file as a configuration says, and follow it to its end",
        load: async () => (await import("./commands/load/load-command.ts")).loadCommand(),
      },
    ],
  },
  {
    title: "Exchange",
    entries: [
      {
        name: "changes",
        description: "The history of all changes: search, poll, tail, export",
        load: async () => (await import("./commands/changes/changes-command.ts")).changesCommand(),
      },
      {
        name: "consumers",
        aliases: ["change-consumers"],
        description: "Readers of the changes whose place the service keeps",
        load: async () => (await import("./commands/consumers/consumers-command.ts")).consumersCommand(),
      },
      {
        name: "mcp",
        description: "Let an assistant use Weft: MCP over standard input and output",
        load: async () => (await import("./commands/mcp.ts")).mcpCommand(),
      },
    ],
  },
  {
    title: "Organization",
    entries: [
      {
        name: "audit",
        description: "The audit log: who did what to users, keys, roles and settings",
        load: async () => (await import("./commands/audit/audit-command.ts")).auditCommand(),
      },
    ],
  },
  {
    title: "More",
    entries: [
      {
        name: "demo",
        description: "Fill an empty organization with a collection to look at",
        load: async () => (await import("./commands/demo/demo-command.ts")).demoCommand(),
      },
      {
        name: "completion",
        description: "Print a script that lets your shell complete what you type",
        load: async () => (await import("./commands/completion.ts")).completionCommand(),
      },
    ],
  },
];

const nounEntries: readonly Group[] = nounGroups.map(({ title, nouns }) => ({
  title,
  entries: nouns.map((noun) => ({
    name: noun.name,
    aliases: aliasesOf(noun),
    description: noun.description,
    load: async () => (await import("./commands/entities/noun-command.ts")).nounCommand(noun),
  })),
}));

const titles = ["Signing in", "Product data", "Work", "Exchange", "Organization", "More"];

/** Every command that talks to a service, in the order of the help. */
export const commandTable: readonly Group[] = titles.map((title) => ({
  title,
  entries: [...ownGroups, ...nounEntries].filter((group) => group.title === title).flatMap(({ entries }) => entries),
}));
