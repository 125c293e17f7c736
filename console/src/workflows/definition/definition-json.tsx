import { useState } from "react";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { readDraft, writeDraft } from "./draft.ts";
import type { EditorProps } from "./editor-props.ts";

/** The same definition as JSON. Valid JSON updates the form at once; invalid text stays here until it is fixed. */
export function DefinitionJson({ draft, dispatch }: Pick<EditorProps, "draft" | "dispatch">) {
  const [text, setText] = useState(() => writeDraft(draft));
  const read = readDraft(text);
  const change = (next: string) => {
    setText(next);
    const understood = readDraft(next);
    if ("draft" in understood) dispatch({ type: "replace", draft: understood.draft });
  };
  return (
    <CodeEditor
      label="Definition"
      description="As sent to the API. The form shows the same definition."
      language="json"
      minHeight={420}
      maxHeight={720}
      value={text}
      onChange={change}
      error={"error" in read ? read.error : undefined}
    />
  );
}
