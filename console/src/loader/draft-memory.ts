import type { LoaderProcessCreate } from "@weft/client";
import { parseConfiguration, writeConfiguration } from "./load-configuration.ts";

const prefix = "weft.load-draft.";

/** The draft of a load in this tab, so that reloading the page loses nothing. */
export function rememberedDraft(fileId: string): LoaderProcessCreate | undefined {
  const text = sessionStorage.getItem(`${prefix}${fileId}`);
  const typed = text === null ? undefined : parseConfiguration(text);
  return typed !== undefined && "configuration" in typed ? typed.configuration : undefined;
}

export function rememberDraft(fileId: string, configuration: LoaderProcessCreate): void {
  sessionStorage.setItem(`${prefix}${fileId}`, writeConfiguration(configuration));
}
