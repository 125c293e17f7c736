import { keyHeaders, type TestService } from "./test-service.ts";

export interface FailedLoad {
  readonly id: string;
  /** The CSV, the issues, and the stored output of each step. */
  readonly fileIds: readonly string[];
}

/** A load that ends with an issue about a cell, after all its steps have written their files. */
export async function buildFailedLoad(
  service: TestService,
  { inConfiguration, inCell }: { readonly inConfiguration: string; readonly inCell: string },
): Promise<FailedLoad> {
  const headers = { ...keyHeaders(service.first), "content-type": "text/csv" };
  const csv = `federatedId,name,hex\nc-1,Odd,${inCell}\n`;
  const { body: file } = await service.call("POST", "/files?fileName=colors.csv", { headers, body: csv });
  const { body: started } = await service.call("POST", "/loader-processes", {
    body: { loadType: ["COLOR"], fileLocation: file.id, federatedMappings: { shade: inConfiguration } },
  });
  const { body } = await service.call("GET", `/loader-processes/${started.id}?wait=30`);
  const stepFileIds: string[] = body.preprocessingStepResults.map(({ fileId }: { fileId: string }) => fileId);
  return { id: started.id, fileIds: [file.id, body.issuesFileId, ...stepFileIds] };
}
