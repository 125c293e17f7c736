import type { Command } from "commander";
import { aliasesOf, nounGroups } from "./commands/entities/nouns.ts";

interface Entry {
  readonly name: string;
  /** Aliases. */
  readonly aliases?: readonly string[];
  readonly description: string;
  /** Loaded on use, so that the CLI starts quickly. */
  readonly load: () => Promise<Command>;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Commands that are not nouns of the contract; within a group they come before the nouns. */
const ownGroups: readonly Group[] = [
  {
    title: "Signing in",
    entries: [
      {
        name: "login",
        description: "Sign in and store a profile",
        load: async () => (await import("./commands/login.ts")).loginCommand(),
      },
      {
        name: "logout",
        description: "Delete a profile and sign out at the service",
        load: async () => (await import("./commands/logout.ts")).logoutCommand(),
      },
      {
        name: "whoami",
        description: "Show the current user or app, organization and permissions",
        load: async () => (await import("./commands/whoami.ts")).whoamiCommand(),
      },
      {
        name: "profiles",
        description: "Stored sign-ins",
        load: async () => (await import("./commands/profiles.ts")).profilesCommand(),
      },
      {
        name: "getApiKey",
        description: "Create a key for an app; same as keys create",
        load: async () => (await import("./commands/get-api-key.ts")).getApiKeyCommand(),
      },
    ],
  },
  {
    title: "Work",
    entries: [
      {
        name: "load",
        description: "Load a CSV file with a configuration and follow the load",
        load: async () => (await import("./commands/load/load-command.ts")).loadCommand(),
      },
      {
        name: "search",
        description: "Find entities of all kinds by their words",
        load: async () => (await import("./commands/search.ts")).searchCommand(),
      },
    ],
  },
  {
    title: "Exchange",
    entries: [
      {
        name: "changes",
        description: "The change history: search, poll, tail, export, revert",
        load: async () => (await import("./commands/changes/changes-command.ts")).changesCommand(),
      },
      {
        name: "consumers",
        aliases: ["change-consumers"],
        description: "Change consumers: named positions stored by the service",
        load: async () => (await import("./commands/consumers/consumers-command.ts")).consumersCommand(),
      },
      {
        name: "mcp",
        description: "Connect an assistant to Weft: MCP over standard input and output",
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
      {
        name: "retention",
        description: "Show how long data is kept, and when it is deleted next",
        load: async () => (await import("./commands/retention.ts")).retentionCommand(),
      },
    ],
  },
  {
    title: "More",
    entries: [
      {
        name: "demo",
        description: "Fill an empty organization with a sample collection",
        load: async () => (await import("./commands/demo/demo-command.ts")).demoCommand(),
      },
      {
        name: "completion",
        description: "Print a shell completion script",
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

/** Every command that calls a service, in the order of the help. */
export const commandTable: readonly Group[] = titles.map((title) => ({
  title,
  entries: [...ownGroups, ...nounEntries].filter((group) => group.title === title).flatMap(({ entries }) => entries),
}));
