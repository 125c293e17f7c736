import { buildPng } from "../../server/src/files/pictures/testing/build-pictures.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { LoadClient } from "./load-client.ts";
import type { NodeProcess } from "./node-process.ts";
import { readCredentials } from "./own-database.ts";

/** What depends on native packages, threads and processes: a load, a thumbnail, a script of a workflow, the console. */
export async function useEveryPart(node: NodeProcess, dataFolder: string) {
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  const headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  const client = new LoadClient({ address: () => node.address, headers });
  const load = await client.load("federatedId,name,hex\nnavy,Navy,#000080\n", { loadType: ["COLOR"] });
  return {
    load: load.status,
    names: await colorNames(client),
    thumbnail: await thumbnailType(node, headers),
    script: await runScript(client),
    console: (await fetch(node.address, { headers: { accept: "text/html" } })).status,
  };
}

export const everyPartWorks = {
  load: "completed",
  names: ["Navy"],
  thumbnail: "200 image/webp",
  script: { sum: 42 },
  console: 200,
};

async function colorNames(client: LoadClient): Promise<string[]> {
  return (await client.all("colors")).map(({ name }) => name);
}

/** The colors of a service that was used before. */
export async function readColors(node: NodeProcess, dataFolder: string): Promise<string[]> {
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  return colorNames(
    new LoadClient({ address: () => node.address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } }),
  );
}

async function thumbnailType({ address }: NodeProcess, headers: Readonly<Record<string, string>>): Promise<string> {
  const uploaded = await fetch(`${address}/api/files?fileName=coat.png`, {
    method: "POST",
    headers: { ...headers, "content-type": "image/png" },
    body: new Uint8Array(await buildPng({ width: 600, height: 400 })),
  });
  const { id }: { id: string } = JSON.parse(await uploaded.text());
  const thumbnail = await fetch(`${address}/api/files/${id}/thumbnail?size=240`, { headers });
  await thumbnail.arrayBuffer();
  return `${thumbnail.status} ${thumbnail.headers.get("content-type")}`;
}

async function runScript(client: LoadClient): Promise<unknown> {
  const workflow = await client.call("POST", "/event-workflows", {
    name: "Sum",
    triggers: ["manual|sum"],
    tasks: [{ name: "sum", action: "script", config: { code: "return { sum: event.a + event.b };" } }],
  });
  const request = { triggerKey: "manual|sum", event: { a: 40, b: 2 }, eventWorkflowId: workflow.id };
  const { results } = await client.call("POST", "/event-workflow-requests", request);
  const path = `/event-workflow-processes/${results[0].id}?relations=tasks&wait=5`;
  let ended = await client.call("GET", path);
  await waitUntil("the process has ended", async () => {
    ended = await client.call("GET", path);
    return ["completed", "failed", "canceled"].includes(ended.status);
  });
  return ended.taskOutputs.sum;
}
