import { operatorOperations } from "@weft/contract";
import type { z } from "zod";
import { findOrgBySlug } from "../access/org-store.ts";
import type { DeletionInput, OrgOperation } from "../orgs/operate-org.ts";
import * as operate from "../orgs/operate-org.ts";
import {
  type DeletionDocument,
  type OrgDocument,
  pageOfDeletions,
  pageOfOrgs,
  readOrg,
} from "../orgs/org-directory.ts";
import type { OrgStatus } from "../orgs/org-directory-store.ts";
import { invalidRequest, nothingFound } from "../platform/errors.ts";
import { inAccess, operatorName, readAsOperator, requireOrg } from "./operator-act.ts";
import { askOperator } from "./operator-command.ts";

interface JsonOption {
  readonly json?: boolean;
}

const pageSize = 100;

export async function listOrgs({ status, json }: JsonOption & { readonly status?: OrgStatus }): Promise<void> {
  await readAsOperator(async (db) => {
    if (json !== true) {
      printColumns("SLUG", "STATUS", "USERS", "ENTITIES", "FILE BYTES", "LAST ACTIVITY");
    }
    await everyPage(
      (nextPageKey) => pageOfOrgs(db, { limit: pageSize, nextPageKey, status }),
      (org) =>
        json === true
          ? console.log(JSON.stringify(org))
          : printColumns(org.slug, org.status, org.users, org.entities, org.fileBytes, org.lastActivityOn ?? "never"),
    );
  });
}

export async function showOrg(slug: string, { json }: JsonOption): Promise<void> {
  await readAsOperator(async (db) => {
    const org = await findOrgBySlug(db, slug);
    if (org !== undefined) {
      const document = await readOrg(db, org.id);
      console.log(json === true ? JSON.stringify(document) : formatOrg(document));
      return;
    }
    const { results } = await pageOfDeletions(db, { limit: pageSize, slug });
    if (results.length === 0) {
      throw nothingFound(`There is no organization ${slug} here, and none was deleted.`);
    }
    for (const deletion of results) {
      console.log(json === true ? JSON.stringify(deletion) : formatDeletion(deletion));
    }
  });
}

export async function listReceipts({ json }: JsonOption): Promise<void> {
  await readAsOperator((db) =>
    everyPage(
      (nextPageKey) => pageOfDeletions(db, { limit: pageSize, nextPageKey }),
      (deletion) => console.log(json === true ? JSON.stringify(deletion) : formatDeletion(deletion)),
    ),
  );
}

export async function suspend(slug: string, options: { readonly reason: string }): Promise<void> {
  const { reason } = check(operatorOperations.suspend.body, options, "--reason");
  await change(slug, (operation) => operate.suspendOrg(operation, reason));
  console.log(`Suspended ${slug}. Resume it with: weft admin orgs resume ${slug}`);
}

export async function resume(slug: string): Promise<void> {
  await change(slug, operate.resumeOrg);
  console.log(`${slug} is active.`);
}

export async function rename(slug: string, newSlug: string): Promise<void> {
  const body = check(operatorOperations.rename.body, { slug: newSlug }, newSlug);
  await change(slug, (operation) => operate.renameOrg(operation, body.slug));
  console.log(`Renamed ${slug} to ${newSlug}. The slug ${slug} works for another 90 days.`);
}

export async function release(slug: string, formerSlug: string): Promise<void> {
  await change(slug, (operation) => operate.releaseSlug(operation, formerSlug));
  console.log(`${slug} gave up the slug ${formerSlug}.`);
}

interface DeleteOptions {
  readonly waitDays: number;
  readonly now?: boolean;
  readonly confirm?: string;
}

export async function requestDeletionOfOrg(slug: string, options: DeleteOptions): Promise<void> {
  const confirm = options.confirm ?? (await askForSlug(slug));
  const body = { confirm, waitDays: options.waitDays, now: options.now ?? false };
  const checked = check(operatorOperations.requestDeletion.body, body, "--wait-days");
  const input: DeletionInput = { ...checked, requestedBy: operatorName() };
  await change(slug, (operation) => operate.requestDeletion(operation, input));
  const { deletion } = await readAsOperator(async (db) => readOrg(db, (await requireOrg(db, slug)).id));
  console.log(
    `Suspended ${slug}. A running service deletes it with all its data from ${deletion?.dueOn ?? "now"} on.\n` +
      `Until then it can be canceled with: weft admin orgs resume ${slug}`,
  );
}

async function askForSlug(slug: string): Promise<string> {
  const typed = await askOperator(`This deletes ${slug} with all its data. Type its slug to confirm: `);
  if (typed === undefined) {
    throw invalidRequest(`To confirm the deletion, add --confirm ${slug}: there is no terminal to ask on.`);
  }
  return typed;
}

async function change(slug: string, work: (operation: OrgOperation) => Promise<void>): Promise<void> {
  await inAccess(async (tx, openTrail) => {
    const { id: orgId } = await requireOrg(tx, slug);
    await work({ tx, orgId, trail: await openTrail(orgId) });
  });
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw invalidRequest(`${name}: ${parsed.error.issues.map(({ message }) => message).join(" ")}`);
  }
  return parsed.data;
}

interface Page<Document> {
  readonly results: readonly Document[];
  readonly nextPageKey?: string;
}

async function everyPage<Document>(
  read: (nextPageKey: string | undefined) => Promise<Page<Document>>,
  print: (document: Document) => void,
): Promise<void> {
  let nextPageKey: string | undefined;
  do {
    const page = await read(nextPageKey);
    page.results.forEach(print);
    nextPageKey = page.nextPageKey;
  } while (nextPageKey !== undefined);
}

const widths = [24, 10, 8, 10, 14, 24];

function printColumns(...cells: readonly (string | number)[]): void {
  console.log(
    cells
      .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
      .join(" ")
      .trimEnd(),
  );
}

function formatOrg(org: OrgDocument): string {
  const { suspension, deletion } = org;
  return [
    `${org.slug} (${org.id}): ${org.name}`,
    `status         ${org.status}`,
    `created        ${org.createdOn}`,
    `last activity  ${org.lastActivityOn ?? "never"}`,
    `users          ${org.users}`,
    `entities       ${org.entities}`,
    `files          ${org.files} (${org.fileBytes} bytes)`,
    ...(suspension === null ? [] : [`suspended      ${suspension.since}: ${suspension.reason}`]),
    ...org.formerSlugs.map((former) => `former slug    ${former.slug} until ${former.validUntil}`),
    ...(deletion === null ? [] : [formatDeletion(deletion)]),
  ].join("\n");
}

function formatDeletion(deletion: DeletionDocument): string {
  const { slug, orgId, requestedOn, requestedBy, dueOn, startedOn, completedOn } = deletion;
  const rows = Object.entries(deletion.rows).sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    `deletion of    ${slug} (${orgId})`,
    `  requested    ${requestedOn} by ${requestedBy}`,
    `  due          ${dueOn}`,
    `  started      ${startedOn ?? "not yet"}`,
    `  completed    ${completedOn ?? "not yet"}`,
    `  files        ${deletion.files} (${deletion.fileBytes} bytes)`,
    ...rows.map(([table, count]) => `  rows         ${count} of ${table}`),
  ].join("\n");
}
