import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { UploadProgress } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { type CsvPreview, previewBytes, readCsvPreview } from "./csv-preview.ts";
import { uploadedFileKey } from "./uploaded-file.ts";

const route = getRouteApi("/shell/loads/new");

/** A dropped file: shown at once, and uploading. */
export interface ChosenFile {
  readonly fileName: string;
  readonly size: number;
  readonly preview: CsvPreview;
}

/** Reads the beginning of a file, and uploads it unless it cannot be loaded. */
export function useUpload() {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [progress, setProgress] = useState<UploadProgress>();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setProgress(undefined);
      const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer());
      const seen = { fileName: file.name, size: file.size, preview: readCsvPreview(bytes, file.size) };
      setChosen(seen);
      if (seen.preview.errors.length > 0) return undefined;
      const { id } = await weft.files.upload({ file, fileName: file.name, onProgress: setProgress });
      return { id, ...seen };
    },
    onSuccess: async (uploaded) => {
      if (uploaded === undefined) return;
      queryClient.setQueryData(uploadedFileKey(uploaded.id), uploaded);
      await navigate({ search: (before) => ({ ...before, file: uploaded.id, step: "file", dryRun: undefined }) });
    },
  });
  return { chosen, progress, error: upload.error, isPending: upload.isPending, send: upload.mutate };
}
