import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import type { Placeholder } from "./placeholders.ts";

/** Suggests placeholders after an opening brace. */
export function completePlaceholders(placeholders: readonly Placeholder[]): CompletionSource {
  const options = placeholders.map(({ text, words }): Completion => ({ label: text, detail: words, apply: insert }));
  return (context) => {
    const opened = context.matchBefore(/\{[^{}\n]*/);
    return opened === null ? null : { from: opened.from, options, validFor: /^\{[^{}\n]*$/ };
  };
}

/** The editor has already inserted the closing brace. */
const insert: Exclude<Completion["apply"], string | undefined> = (view, { label }, from, to) => {
  const isClosed = view.state.sliceDoc(to, to + 1) === "}";
  const end = isClosed ? to + 1 : to;
  view.dispatch({ changes: { from, to: end, insert: label }, selection: { anchor: from + label.length } });
};
