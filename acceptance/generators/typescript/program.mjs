// Uses the TypeScript client that openapi-generator generates: run by npm run check:generators.
import { readFile } from "node:fs/promises";
import {
  ChangeHistoryApi,
  Configuration,
  ExternalEventsApi,
  FilesApi,
  ItemsApi,
  LoaderProcessesApi,
} from "./weft/index.ts";

const { WEFT_API, WEFT_KEY, WEFT_ORG, WEFT_TASK, PREFIX, CSV } = process.env;
const headers = { "X-Api-Key": WEFT_KEY, "X-Api-Org": WEFT_ORG };
const configuration = new Configuration({ basePath: WEFT_API, headers });
const items = new ItemsApi(configuration);
const files = new FilesApi(configuration);

const federatedId = `${PREFIX}-parka`;
const item = await items.createItem({ itemDraft: { name: "Parka", federatedId, season: "FW26" } });
console.log(`created ${item.name}`);

const { results } = await items.listItems({ criteria: JSON.stringify({ federatedId, season: "FW26" }) });
console.log(`listed ${results.length}`);

const change = await pollFor(item.id);
console.log(`polled ${change.entityType} ${change.action}`);

const csv = await readFile(CSV);
const file = await files.createFile({ fileName: "colors.csv", body: new Blob([csv]) });
console.log(`loaded ${(await load(file.id)).counts.color.created}`);

const receipt = await new ExternalEventsApi(configuration).callBackTask({
  taskCallback: { taskId: WEFT_TASK, status: "SUCCESS" },
});
console.log(`answered ${receipt.status}`);

const content = await files.getFileContent({ id: file.id });
console.log(`downloaded ${csv.equals(new Uint8Array(await content.arrayBuffer()))}`);

async function pollFor(id) {
  const changes = new ChangeHistoryApi(configuration);
  let after = "beginning";
  while (true) {
    const page = await changes.listChanges({ entityType: "item", after, wait: 5 });
    const found = page.results.find(({ entityId }) => entityId === id);
    if (found !== undefined) {
      return found;
    }
    after = page.coveredUntil;
  }
}

async function load(fileLocation) {
  const loads = new LoaderProcessesApi(configuration);
  const federatedMappings = { federatedId: "Code", name: "Color", hex: "Hex" };
  const loaderProcessCreate = { loadType: ["COLOR"], fileLocation, federatedMappings };
  let process = await loads.createLoaderProcess({ loaderProcessCreate });
  while (process.status === "pending" || process.status === "running") {
    process = await loads.getLoaderProcess({ id: process.id, wait: 5 });
  }
  return process;
}
