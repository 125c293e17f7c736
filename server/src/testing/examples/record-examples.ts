import { startSignOnWorld } from "../../access/sign-on/testing/sign-on-world.ts";
import { newId } from "../../platform/ids.ts";
import { shareTestService, testSecret } from "../test-service.ts";
import { recordAccessExamples } from "./access-examples.ts";
import { recordAdministeredExamples } from "./administered-examples.ts";
import { recordAssortmentExamples } from "./assortment-examples.ts";
import { recordAuditExamples } from "./audit-examples.ts";
import { recordChangeExamples } from "./change-examples.ts";
import { recordEntityExamples } from "./entity-examples.ts";
import type { ExampleFile } from "./example-files.ts";
import { ExampleRecorder } from "./example-recorder.ts";
import { recordFileExamples } from "./file-examples.ts";
import { recordLoadExamples } from "./load-examples.ts";
import { exampleOperatorToken, recordOperatorExamples } from "./operator-examples.ts";
import { idsIn, replacePassingValues, secretsIn } from "./replace-passing-values.ts";
import { recordSignOnExamples } from "./sign-on-examples.ts";
import { recordStatisticsExamples } from "./statistics-examples.ts";
import { recordWebhookExamples } from "./webhook-examples.ts";
import { recordWorkflowExamples } from "./workflow-examples.ts";

export interface RecordedExamples {
  /** By operation id. */
  readonly files: ReadonlyMap<string, ExampleFile>;
  /** All credentials of the run, which no file may contain. */
  readonly secrets: readonly string[];
}

/** Runs the whole scenario on a separate service and provider. */
export async function recordExamples(): Promise<RecordedExamples> {
  const startedOn = Date.now();
  const idBefore = newId();
  const world = await startSignOnWorld((settings) =>
    shareTestService({ ...settings, WEFT_OPERATOR_TOKEN: exampleOperatorToken }),
  );
  try {
    const { service, provider } = world;
    const recorder = new ExampleRecorder(service);
    await recordAccessExamples(recorder);
    await recordSignOnExamples(recorder, world);
    await recordAdministeredExamples(recorder);
    await recordEntityExamples(recorder);
    await recordAssortmentExamples(recorder);
    await recordChangeExamples(recorder);
    await recordAuditExamples(recorder);
    await recordFileExamples(recorder);
    await recordLoadExamples(recorder);
    await recordWorkflowExamples(recorder);
    await recordStatisticsExamples(recorder);
    await recordOperatorExamples(recorder);
    const receiverAddress = await recordWebhookExamples(recorder);
    const addresses = new Map([
      [service.address, "https://weft.example"],
      [provider.issuer, "https://login.example"],
      [receiverAddress, "https://shop.example"],
    ]);
    const run = { startedOn, idBefore, idAfter: newId(), addresses };
    const all = JSON.stringify([...recorder.pairs.values()]);
    const ids = idsIn(all, run);
    const files = [...recorder.pairs].map(
      ([operation, pairs]) => [operation, { operation, pairs: replacePassingValues(pairs, ids, run) }] as const,
    );
    const { apiKey, password } = service.first;
    return {
      files: new Map(files),
      secrets: [
        ...new Set([...secretsIn(all), apiKey, password, testSecret, exampleOperatorToken, provider.clientSecret]),
      ],
    };
  } finally {
    await world.stop();
  }
}
