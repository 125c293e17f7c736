import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { EntityType, LoaderProcessCreate } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { ForRight } from "../session/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { ErrorState } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { FileDrop } from "./file-drop.tsx";
import { FileStep } from "./file-step.tsx";
import { type LoadStep, loadSteps } from "./load-search.ts";
import { PreviewStep } from "./preview-step.tsx";
import classes from "./step-nav.module.css";
import { type UploadedFile, uploadedFileQuery } from "./uploaded-file.ts";
import { useLoadDraft, useTypes } from "./use-load-draft.ts";

const route = getRouteApi("/shell/loads/new");

/** The wizard: file, columns, preview of the first rows, dry run, and load. */
export function NewLoadPage() {
  return (
    <ForRight verb="create" kind="loader-process" what="loads">
      <NewLoad />
    </ForRight>
  );
}

function NewLoad() {
  const { file } = route.useSearch();
  return (
    <PageFrame
      title="Load a file"
      description="Nothing is written before you have seen what would change."
      crumbs={[{ title: "Imports", link: { to: "/loads" } }]}
    >
      {file === undefined ? <WithoutFile /> : <WithFile key={file} fileId={file} />}
    </PageFrame>
  );
}

function WithoutFile() {
  return (
    <Stack>
      <StepNav current="file" onGo={undefined} />
      <FileDrop />
    </Stack>
  );
}

/**
 * What the wizard needs before its first step: the beginning of the file, the types, the configuration of an earlier
 * load.
 */
function WithFile({ fileId }: { readonly fileId: string }) {
  const weft = useWeft();
  const { from } = route.useSearch();
  const file = useQuery(uploadedFileQuery(weft, fileId));
  const types = useTypes();
  const former = useQuery({
    queryKey: queryKeys.loads.one(from),
    enabled: from !== undefined,
    queryFn: ({ signal }) => weft.loader.get({ id: from ?? "", signal }),
  });
  const error = file.error ?? types.error ?? former.error;
  if (error !== null) return <ErrorState error={error} onRetry={() => void file.refetch()} />;
  const isReady =
    file.data !== undefined && types.data !== undefined && (from === undefined || former.data !== undefined);
  return isReady ? <Draft file={file.data} types={types.data} former={former.data} /> : <SkeletonRows />;
}

interface DraftProps {
  readonly file: UploadedFile;
  readonly types: readonly EntityType[];
  readonly former: LoaderProcessCreate | undefined;
}

function Draft({ file, types, former }: DraftProps) {
  const { step = "file" } = route.useSearch();
  const draft = useLoadDraft(file, types, former);
  return (
    <Stack>
      <StepNav current={step} onGo={draft.goTo} />
      {step === "file" && <FileStep draft={draft} />}
      {step === "columns" && <ColumnsStep draft={draft} />}
      {step === "preview" && <PreviewStep draft={draft} />}
      {step === "check" && <CheckStep draft={draft} />}
    </Stack>
  );
}

const titles: Readonly<Record<LoadStep, string>> = {
  file: "File",
  columns: "Columns",
  preview: "Preview",
  check: "Dry run and load",
};

interface StepNavProps {
  readonly current: LoadStep;
  /** Undefined until there is a file. */
  readonly onGo: ((step: LoadStep) => void) | undefined;
}

/** The position in the wizard. Every step is available once there is a file. */
export function StepNav({ current, onGo }: StepNavProps) {
  const at = loadSteps.indexOf(current);
  return (
    <nav aria-label="Steps">
      <ol className={classes["steps"]}>
        {loadSteps.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className={classes["step"]}
              aria-current={index === at ? "step" : undefined}
              disabled={onGo === undefined && index !== at}
              onClick={() => onGo?.(step)}
            >
              <span className={classes["number"]}>{index < at ? <Icon name="check" size={14} /> : index + 1}</span>
              <span className={classes["label"]}>{titles[step]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
