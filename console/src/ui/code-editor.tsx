import { Input, type InputWrapperProps, Skeleton } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import type { CodeAreaProps } from "./code-area.tsx";

// The editor is a third of all scripts, and most pages do not need it.
const CodeArea = lazy(async () => ({ default: (await import("./code-area.tsx")).CodeArea }));

interface CodeEditorProps extends CodeAreaProps {
  readonly label: string;
  readonly labelProps?: NonNullable<InputWrapperProps["labelProps"]>;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
}

/** An editor for JSON and expressions, with a label, a description and an error like any field. */
export function CodeEditor({ label, labelProps = {}, description, error, minHeight = 160, ...area }: CodeEditorProps) {
  return (
    <Input.Wrapper label={label} labelProps={labelProps} description={description} error={error} labelElement="div">
      <Suspense fallback={<Skeleton height={minHeight} />}>
        <CodeArea {...area} minHeight={minHeight} label={label} />
      </Suspense>
    </Input.Wrapper>
  );
}
