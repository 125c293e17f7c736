import type { Command } from "commander";
import { commandAction, defineCommand, noun } from "../frame/define-command.ts";
import { deleteProfiles, loadProfiles, type Profile, saveProfiles } from "../session/profile-store.ts";
import { requireProfile } from "../session/require-profile.ts";

export function profilesCommand(): Command {
  return noun("profiles", "Stored sign-ins", [listCommand(), useCommand(), removeCommand()]);
}

function listCommand(): Command {
  return defineCommand("list", {
    description: "List profiles, without their secrets",
    examples: ["weft profiles list", "weft profiles list --json"],
  }).action(
    commandAction(async ({ terminal, print }) => {
      const { current, profiles } = loadProfiles(terminal);
      const results = Object.entries(profiles).map(([name, profile]) => present(name, profile, name === current));
      print.page({ results }, [
        { title: "", value: ({ isCurrent }) => (isCurrent ? "*" : "") },
        { title: "name", value: ({ name }) => name },
        { title: "organization", value: ({ orgSlug }) => orgSlug },
        { title: "base url", value: ({ baseUrl }) => baseUrl },
        { title: "who", value: ({ who }) => who },
        { title: "credential", value: ({ credential }) => credential },
        { title: "until", value: ({ expiresOn }) => expiresOn },
      ]);
    }),
  );
}

/** All fields except the secret. */
function present(name: string, profile: Profile, isCurrent: boolean) {
  const { baseUrl, orgSlug, apiKey, expiresOn, name: who } = profile;
  return { name, isCurrent, baseUrl, orgSlug, who, credential: apiKey === undefined ? "token" : "key", expiresOn };
}

function useCommand(): Command {
  return defineCommand("use", {
    description: "Set the current profile",
    examples: ["weft profiles use production"],
  })
    .argument("<profile>", "profile name")
    .action(
      commandAction(async (context, { args: [name = ""] }) => {
        const stored = loadProfiles(context.terminal);
        const { baseUrl, orgSlug } = requireProfile(stored, name);
        saveProfiles(context.terminal, { ...stored, current: name });
        context.print.result({ current: name }, () => `${name} is the current profile: ${orgSlug} at ${baseUrl}.`);
      }),
    );
}

function removeCommand(): Command {
  return defineCommand("remove", {
    description: "Delete a profile without revoking its token; use weft logout for that",
    examples: ["weft profiles remove staging"],
  })
    .argument("<profile>", "profile name")
    .action(
      commandAction(async (context, { args: [name = ""] }) => {
        requireProfile(loadProfiles(context.terminal), name);
        deleteProfiles(context.terminal, [name]);
        context.print.result({ removed: name }, () => `Deleted the profile ${name}.`);
      }),
    );
}
