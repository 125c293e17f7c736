import { kindTable } from "@weft/client";
import { processTerminal } from "../../frame/terminal.ts";
import { safeText } from "../../output/safe-text.ts";
import { loadProfiles } from "../../session/profile-store.ts";
import { completeCommandLine } from "./complete-command-line.ts";

/** For the shell script: one line per candidate for the last word. */
export async function printCandidates(words: readonly string[]): Promise<void> {
  const terminal = processTerminal();
  const candidates = await completeCommandLine(words, {
    profiles: () => Object.keys(loadProfiles(terminal).profiles),
    kinds: () => Object.keys(kindTable),
  });
  terminal.out(candidates.map(({ word, description }) => `${safeText(word)}\t${safeText(description)}\n`).join(""));
}
