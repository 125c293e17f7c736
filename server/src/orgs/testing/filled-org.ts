import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { AuditLog, systemAct } from "../../access/audit/audit-log.ts";
import { findOrgBySlug } from "../../access/org-store.ts";
import { load, upload } from "../../loader/testing/loading.ts";
import { FolderBlobStore } from "../../platform/blobs/folder-blob-store.ts";
import { oneRow } from "../../platform/database/sql.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { buildUser } from "../../testing/builders.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import type { OrgService } from "../../workflows/testing/own-org.ts";
import { buildAwaiting, buildWorkflow } from "../../workflows/testing/workflow-world.ts";
import { exportOrg } from "../archive/export-org.ts";
import { type ImportedOrg, type ImportServices, importOrg } from "../archive/import-org.ts";
import { tablesBoundToOrgId } from "../archive/org-archive.ts";
import { readArchive, textOf } from "../archive/read-archive.ts";

/** Types, entities that refer to each other, history, files, a load, workflows with a waiting task, webhooks, users. */
export async function fillOrg(caller: OrgService): Promise<{ readonly family: string; readonly option: string }> {
  await buildUser(caller, caller.org, { role: "admin" });
  const erased = await buildUser(caller, caller.org);
  const purged = await caller.call("POST", "/items", { body: { name: "Purged", roles: ["family"] } });
  const answers = [
    await caller.call("PUT", "/org", { body: { dataRetention: { loads: 1, unusedFiles: 7 } } }),
    await caller.call("DELETE", `/users/${erased.id}?erase=true`),
    await caller.call("DELETE", `/items/${purged.body.id}?purge=true`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 204]);
  const types = await caller.call("PUT", "/entity-types/item", {
    body: {
      properties: [{ slug: "related", label: "Related", propertyType: "object_reference", referenceType: "item" }],
    },
  });
  const family = (await caller.call("POST", "/items", { body: { name: "Parka", roles: ["family"] } })).body;
  const body = { name: "Parka, red", roles: ["option"], itemFamilyId: family.id, related: family.id };
  const option = (await caller.call("POST", "/items", { body })).body;
  await caller.call("PUT", `/items/${option.id}`, { body: { name: `Red of ${family.id}` } });
  await load(caller, "federatedId,name\nS1,Supplier\n", {
    loadType: ["CUSTOM_ENTITY"],
    conditionalColumns: [{ toProperty: "typePath", default: "custom-entity:supplier" }],
  });
  await upload(caller, "the bytes of a file");
  await buildAwaiting(caller);
  await buildWorkflow(caller, {
    conditional: `{newData.id} === "${option.id}"`,
    triggers: ["item|update"],
    tasks: [{ name: "wait", action: "external" }],
  });
  const hook = { url: "http://127.0.0.1:9/hook", events: ["item|*"], auth: { type: "hmac" }, isActive: false };
  const webhook = await caller.call("POST", "/webhooks", { body: hook });
  const inbound = await caller.call("POST", "/inbound-webhooks", { body: { name: "Shop" } });
  expect([types, webhook, inbound].map(({ status }) => status)).toEqual([200, 201, 201]);
  return { family: family.id, option: option.id };
}

const itemsAtOnce = 500;

/** Many items, of which every other one was changed, and files with the sizes. */
export async function addVolume(
  caller: OrgService,
  { items, fileSizes }: { readonly items: number; readonly fileSizes: readonly number[] },
): Promise<void> {
  for (let from = 0; from < items; from += itemsAtOnce) {
    const numbers = Array.from({ length: Math.min(itemsAtOnce, items - from) }, (_, index) => from + index);
    const creates = numbers.map((number) => ({
      op: "create",
      object: { name: `Volume ${number} ü€𝄞`, federatedId: `V-${number}`, tags: ["a", `${number}`] },
    }));
    const updates = numbers
      .filter((number) => number % 2 === 0)
      .map((number) => ({ op: "update", federatedId: `V-${number}`, object: { note: `Note ${number}. `.repeat(10) } }));
    const { status, body } = await caller.call("POST", "/items/batch", {
      body: { operations: [...creates, ...updates] },
    });
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  }
  for (const [index, size] of fileSizes.entries()) {
    await upload(caller, Buffer.alloc(size, `bytes of file ${index} `), `file-${index}.bin`);
  }
}

/** As the operator's commands have them. */
export function importServicesOf({ db, connectionString }: TestDatabase, dataFolder: string): ImportServices {
  const blobs = new FolderBlobStore(join(dataFolder, "files"));
  return { db, bus: new WakeUpBus(connectionString), audit: new AuditLog(), files: { db, blobs } };
}

/** Returns the path. */
export async function exportSlug(services: ImportServices, slug: string, path: string): Promise<string> {
  const found = oneRow([await findOrgBySlug(services.db, slug)].filter((one) => one !== undefined));
  const signal = new AbortController().signal;
  await exportOrg(services.files, found, { target: createWriteStream(path), signal });
  return path;
}

export function imported(
  services: ImportServices,
  archive: string,
  { slug, hasNewIds = false }: { readonly slug?: string; readonly hasNewIds?: boolean } = {},
): Promise<ImportedOrg> {
  return importOrg(services, { archive, slug, hasNewIds, act: systemAct });
}

/** The rows of every table of an archive, and the bytes of every file. */
export async function contentOf(path: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const { place, content: bytes } of readArchive(path)) {
    const text = await textOf(bytes);
    if (place.kind === "rows") {
      content[place.table] = (content[place.table] ?? "") + text;
    } else if (place.kind === "file") {
      content[`file ${place.id}`] = text;
    }
  }
  return content;
}

export function withoutAudit(content: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !tablesBoundToOrgId.has(name)));
}
