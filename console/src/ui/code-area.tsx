import { autocompletion, type CompletionSource, closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { linter, lintGutter } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import classes from "./code-area.module.css";
import { styleNonce } from "./style-nonce.ts";

export interface CodeAreaProps {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly language: "json" | "javascript" | "text";
  readonly isReadOnly?: boolean;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  readonly label?: string;
  /** Suggests completions at the cursor. */
  readonly complete?: CompletionSource;
}

/** CodeMirror in React. Escape, then Tab, leaves the editor, because Tab alone is not captured. */
export function CodeArea({ value, onChange, minHeight = 160, maxHeight = 520, ...options }: CodeAreaProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const report = useRef(onChange);
  report.current = onChange;
  const { language, isReadOnly = false, label = "Code", complete } = options;

  // biome-ignore lint/correctness/useExhaustiveDependencies: The editor keeps its own text; the effect below follows a new one.
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          ...extensionsOf({ language, isReadOnly, label, complete }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) report.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, isReadOnly, label, complete]);

  useEffect(() => {
    const editor = view.current;
    if (editor !== undefined && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);

  return <div ref={place} className={classes["area"]} style={{ minHeight, maxHeight }} />;
}

interface EditorOptions {
  readonly language: CodeAreaProps["language"];
  readonly isReadOnly: boolean;
  readonly label: string;
  readonly complete: CompletionSource | undefined;
}

function extensionsOf({ language, isReadOnly, label, complete }: EditorOptions): Extension[] {
  return [
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.lineWrapping,
    typeOverSelection,
    EditorState.readOnly.of(isReadOnly),
    lineNumbers(),
    history(),
    bracketMatching(),
    closeBrackets(),
    syntaxHighlighting(colors),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    ...(complete === undefined ? [] : [autocompletion({ override: [complete] })]),
    ...languageOf(language, isReadOnly),
  ];
}

/**
 * When the browser itself types over a selection, it copies the old style as an inline style, which the page's policy
 * blocks and reports. So the editor does it, and calls the input handlers itself (closing brackets).
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const text = event.data;
    const { from, to, empty } = view.state.selection.main;
    if (event.inputType !== "insertText" || text === null || empty || event.isComposing) return false;
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type" });
    const isTaken = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, text, insert));
    if (!isTaken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

function languageOf(language: CodeAreaProps["language"], isReadOnly: boolean): Extension[] {
  if (language === "text") return [];
  if (language === "javascript") return [javascript()];
  return isReadOnly ? [json()] : [json(), linter(lintJson), lintGutter()];
}

/** An empty field means no value, and is not an error. */
const lintParsed = jsonParseLinter();
const lintJson: typeof lintParsed = (view) => (view.state.doc.toString().trim() === "" ? [] : lintParsed(view));

/** By variables, so that the page decides between light and dark. */
const colors = HighlightStyle.define([
  { tag: tags.string, color: "var(--weft-code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--weft-code-number)" },
  { tag: [tags.propertyName, tags.keyword], color: "var(--weft-code-name)" },
  { tag: tags.comment, color: "var(--weft-second)" },
]);
