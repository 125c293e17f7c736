import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { EntityType, LoaderProcessCreate } from "@weft/client";
import { ForRight } from "../access/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { SkeletonRows } from "../ui/skeleton-rows.tsx";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { FileDrop } from "./file-drop.tsx";
import { FileStep } from "./file-step.tsx";
import { PreviewStep } from "./preview-step.tsx";
import { StepNav } from "./step-nav.tsx";
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
      crumbs={[{ title: "Loads", link: { to: "/loads" } }]}
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
    queryKey: ["loads", from],
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
