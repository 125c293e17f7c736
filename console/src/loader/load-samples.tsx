import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LoaderProcess, LoadSample, Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { parseCsv } from "./csv-text.ts";
import { sampleSteps } from "./sample-steps.ts";
import { StepSamples } from "./step-samples.tsx";

/** The first rows of a load after each step, as stored. */
export function LoadSamples({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const samples = useQuery({
    queryKey: ["loads", load.id, "samples", load.status],
    queryFn: ({ signal }) => readSamples(weft, load, signal),
  });
  return (
    <Loaded query={samples}>
      {(read) => {
        const [first] = read;
        if (first === undefined) return <Text size="sm">No rows to show.</Text>;
        const rows = first.rows.map(({ rowNumber, values }) => ({ number: rowNumber, cells: values.map(String) }));
        const [, ...steps] = sampleSteps({ headers: first.columns, rows }, read);
        return <StepSamples steps={steps} issues={load.issues} />;
      }}
    </Loaded>
  );
}

async function readSamples(weft: Weft, load: LoaderProcess, signal: AbortSignal): Promise<readonly LoadSample[]> {
  if (load.samples !== undefined) return load.samples;
  const kept = load.preprocessingStepResults.flatMap(({ preprocessingStepName, fileId }) =>
    fileId === undefined ? [] : [{ preprocessingStepName, fileId }],
  );
  return Promise.all(
    kept.map(async ({ preprocessingStepName, fileId }) => {
      const text = await (await weft.files.download({ id: fileId, signal })).text();
      return { preprocessingStepName, ...sampleOf(text) };
    }),
  );
}

function sampleOf(text: string): Pick<LoadSample, "columns" | "rows"> {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ""), ",").rows;
  const [, ...columns] = header?.cells ?? [];
  return {
    columns,
    rows: rows.map(({ cells: [rowNumber = "", ...values] }) => ({ rowNumber: Number(rowNumber), values })),
  };
}
