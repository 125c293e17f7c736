import { type FileHandle, mkdir, open, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { operatorOperations } from "@weft/contract";
import { announceAccess } from "../access/administration.ts";
import { type AuditAct, type AuditLog, originOf } from "../access/audit/audit-log.ts";
import { findOrgBySlug, type OrgRow } from "../access/org-store.ts";
import type { FileStorage } from "../files/file.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { bodyTooLarge, nothingFound, unavailable } from "../platform/errors.ts";
import { attachment } from "../platform/http/file-headers.ts";
import { type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import { newId } from "../platform/ids.ts";
import type { Problem } from "../platform/problem.ts";
import { exportOrg } from "./archive/export-org.ts";
import { type ImportedOrg, importOrg } from "./archive/import-org.ts";
import {
  type OrgOperation,
  releaseSlug,
  renameOrg,
  requestDeletion,
  requireNotBeingDeleted,
  resumeOrg,
  suspendOrg,
} from "./operate-org.ts";
import { type OrgDocument, pageOfDeletions, pageOfOrgs, readOrg } from "./org-directory.ts";

interface OperatorServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly audit: AuditLog;
  readonly files: FileStorage;
  /** A folder of this node's data. */
  readonly workFolder: string;
  readonly uploadBytesMax: number;
}

const route = routesFor<never>();
const operatorName = "operator token";

/** The operator's API. The gatekeeper admits only the operator's token. */
export function operatorRoutes(services: OperatorServices): Route[] {
  // Counts of large orgs take longer than a request of a tenant may.
  const db = services.db.forLongWork();
  const change = (slug: string, request: RequestFacts, work: (operation: OrgOperation) => Promise<void>) =>
    changeOrg({ ...services, db }, { slug, request, work });
  return [
    route(operatorOperations.list, async ({ query }) => ({ status: 200, body: await pageOfOrgs(db, query) })),
    route(operatorOperations.read, async ({ params }) => ({
      status: 200,
      body: await readOrg(db, (await requireOrg(db, params.slug)).id),
    })),
    route(operatorOperations.suspend, async ({ params, body, request }) => ({
      status: 200,
      body: await change(params.slug, request, (operation) => suspendOrg(operation, body.reason)),
    })),
    route(operatorOperations.resume, async ({ params, request }) => ({
      status: 200,
      body: await change(params.slug, request, resumeOrg),
    })),
    route(operatorOperations.rename, async ({ params, body, request }) => ({
      status: 200,
      body: await change(params.slug, request, (operation) => renameOrg(operation, body.slug)),
    })),
    route(operatorOperations.releaseSlug, async ({ params, request }) => ({
      status: 200,
      body: await change(params.slug, request, (operation) => releaseSlug(operation, params.formerSlug)),
    })),
    route(operatorOperations.requestDeletion, async ({ params, body, request }) => ({
      status: 202,
      body: await change(params.slug, request, (operation) =>
        requestDeletion(operation, { ...body, requestedBy: operatorName }),
      ),
    })),
    ...archiveRoutes(services),
    route(operatorOperations.listDeletions, async ({ query }) => ({
      status: 200,
      body: await pageOfDeletions(db, query),
    })),
  ];
}

function archiveRoutes(services: OperatorServices): Route[] {
  return [
    route(operatorOperations.export, async ({ params, request, ended }) => ({
      status: 200,
      headers: { "content-disposition": attachment(`${params.slug}.tar.gz`) },
      stream: await openExport(services, { slug: params.slug, request, signal: ended }),
    })),
    route(operatorOperations.import, async ({ query, upload, request }) => {
      const { stream } = await upload.open(limitOf(services.uploadBytesMax));
      const input = { slug: query.slug, hasNewIds: query.newIds ?? false, act: actOf(request) };
      const { org, manifest } = await importStream(services, stream, input);
      return { status: 201, body: { org: await readOrg(services.db, org.id), toEnterAgain: manifest.toEnterAgain } };
    }),
  ];
}

interface ExportInput {
  readonly slug: string;
  readonly request: RequestFacts;
  readonly signal: AbortSignal;
}

/** Recorded at the start, because data leaves the service from then on. */
async function openExport(services: OperatorServices, { slug, request, signal }: ExportInput): Promise<Readable> {
  const { db, audit, files } = services;
  const org = await requireOrg(db, slug);
  await requireNotBeingDeleted(db, org);
  await audit.transaction(db, org.id, actOf(request), (_tx, trail) =>
    trail.record({ action: "org.export", target: { type: "org", id: org.id } }),
  );
  const stream = new PassThrough();
  exportOrg(files, org, { target: stream, signal }).catch((error: Error) => stream.destroy(error));
  return stream;
}

/** Stored on disk, because it is read twice: to check it, and to import it. */
async function importStream(
  services: OperatorServices,
  stream: Readable,
  input: Pick<Parameters<typeof importOrg>[1], "slug" | "hasNewIds" | "act">,
): Promise<ImportedOrg> {
  const archive = await openUnnamedFile(join(dirname(services.workFolder), "imports")).catch((error: unknown) => {
    throw notWritable(error);
  });
  try {
    await writeFile(archive, stream).catch((error: unknown) => {
      throw stream.errored === null ? notWritable(error) : error;
    });
    return await importOrg(services, { ...input, archive });
  } finally {
    await archive.close();
  }
}

function notWritable(cause: unknown): Problem {
  const detail = "This node cannot store the archive in DATA_DIR while it is imported. Use weft admin orgs import.";
  return unavailable(detail, { cause });
}

/** The operating system frees its space when it is closed, also when the node is killed. */
async function openUnnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, newId());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

function limitOf(bytesMax: number) {
  const detail = `An archive can have at most ${bytesMax} bytes here. Use weft admin orgs import, or raise WEFT_UPLOAD_BYTES_MAX.`;
  return { bytesMax, tooLarge: () => bodyTooLarge(detail) };
}

function actOf(request: RequestFacts): AuditAct {
  return { actor: { type: "operator", name: operatorName }, origin: originOf(request) };
}

interface OrgChange {
  readonly slug: string;
  readonly request: RequestFacts;
  readonly work: (operation: OrgOperation) => Promise<void>;
}

/** Audited, and every node looks up the credentials of the org again. */
async function changeOrg({ db, bus, audit }: OperatorServices, change: OrgChange): Promise<OrgDocument> {
  const { id: orgId } = await requireOrg(db, change.slug);
  await audit.transaction(db, orgId, actOf(change.request), (tx, trail) => change.work({ tx, trail, orgId }));
  announceAccess(bus);
  return readOrg(db, orgId);
}

async function requireOrg(db: PostgresDatabase, slug: string): Promise<OrgRow> {
  const org = await findOrgBySlug(db, slug);
  if (org === undefined) {
    throw nothingFound(`There is no organization ${slug}.`);
  }
  return org;
}
