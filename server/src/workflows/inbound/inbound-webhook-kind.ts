import type { inboundWebhookOperations } from "@weft/contract";
import type { z } from "zod";
import { requireRight } from "../../access/decide.ts";
import type { EntityKind, KindDocument } from "../../kinds/entity-kind.ts";
import { actOnKind, type KindCall, type KindServices } from "../../kinds/kind-verbs.ts";
import { capReached } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { makeSigningSecret } from "../../platform/outbound/message-auth.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { SealedTable } from "../../platform/secrets/sealed-table.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import {
  countInboundWebhooks,
  deleteInboundWebhook,
  findInboundWebhook,
  type InboundWebhookRow,
  insertInboundWebhook,
  listInboundWebhooks,
  lockInboundWebhook,
  replaceInboundSecret,
  saveInboundWebhook,
} from "./inbound-webhook-store.ts";

type Create = z.output<typeof inboundWebhookOperations.create.body>;
type Update = z.output<typeof inboundWebhookOperations.update.body>;

export interface InboundWebhookServices extends Pick<WorkflowServices, "publicUrl" | "secrets"> {
  readonly caps: { readonly inboundWebhooksMax: number };
}

const kindName = "inbound-webhook";

/** URLs that external systems call to start workflows. Only administrators create them. */
export function inboundWebhookKind({ secrets, publicUrl, caps }: InboundWebhookServices): EntityKind<Create, Update> {
  const present = (row: InboundWebhookRow) => presentInboundWebhook(row, publicUrl);
  return {
    name: kindName,
    plural: "inbound-webhooks",
    hasHistory: false,
    audit: { as: "inbound-webhook" },
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: kindName }, id),
    list: async (db, caller) => (await listInboundWebhooks(db, caller.org.id)).map(present),
    async find(db, caller, id) {
      const row = await findInboundWebhook(db, caller.org.id, id);
      return row === undefined ? undefined : present(row);
    },
    async lock(tx, caller, id) {
      const row = await lockInboundWebhook(tx, caller.org.id, id);
      return row === undefined ? undefined : present(row);
    },
    async create(tx, caller, { name, description = null, isActive = true }) {
      const secret = makeSigningSecret();
      const orgId = caller.org.id;
      const { inboundWebhooksMax } = caps;
      if ((await countInboundWebhooks(tx, orgId)) >= inboundWebhooksMax) {
        throw capReached("inbound webhooks", inboundWebhooksMax, "WEFT_INBOUND_WEBHOOKS_MAX");
      }
      const sealed = sealInboundSecret(secrets, orgId, secret);
      const webhook = { id: newId(), name, description, isActive, secret: sealed, actorId: caller.actor.id };
      return { document: present(await insertInboundWebhook(tx, orgId, webhook)), shownOnce: { secret } };
    },
    async update(tx, caller, { before, body: { name, description, isActive } }) {
      const current = await findInboundWebhook(tx, caller.org.id, before.id);
      if (current === undefined) {
        return before;
      }
      const changed = {
        id: current.id,
        name: name ?? current.name,
        description: description === undefined ? current.description : description,
        is_active: isActive ?? current.is_active,
      };
      return present(await saveInboundWebhook(tx, caller.org.id, changed, caller.actor.id));
    },
    remove: (tx, caller, { id }) => deleteInboundWebhook(tx, caller.org.id, id),
  };
}

interface Rotation {
  readonly id: string;
  readonly overlapSeconds: number;
}

/** The webhook with a new secret, which is shown only once. Calls may use the old one until the overlap ends. */
export async function rotateInboundSecret(
  services: InboundWebhookServices & KindServices,
  kind: EntityKind<Create, Update>,
  call: KindCall,
  { id, overlapSeconds }: Rotation,
): Promise<{ readonly document: KindDocument; readonly secret: string }> {
  const { secrets, publicUrl } = services;
  const secret = makeSigningSecret();
  const document = await actOnKind(services, kind, call, {
    id,
    action: "inbound-webhook.rotate",
    async act(tx, { org, actor }) {
      const previousUntil = overlapSeconds === 0 ? null : new Date(Date.now() + overlapSeconds * 1_000);
      const change = { id, secret: sealInboundSecret(secrets, org.id, secret), previousUntil, actorId: actor.id };
      return presentInboundWebhook(await replaceInboundSecret(tx, org.id, change), publicUrl);
    },
  });
  return { document, secret };
}

function presentInboundWebhook(row: InboundWebhookRow, publicUrl: string | undefined): KindDocument {
  return {
    id: row.id,
    entityType: kindName,
    typePath: kindName,
    name: row.name,
    description: row.description,
    isActive: row.is_active,
    triggerKey: `webhook|${row.id}`,
    url: `${publicUrl ?? ""}/api/trigger-webhooks/${row.id}`,
    secrets: presentInboundSecrets(row),
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    createdById: row.created_by_id,
    version: row.version,
  };
}

export const inboundWebhookSecrets: SealedTable = {
  table: "inbound_webhooks",
  columns: ["secret", "previous_secret"],
  key: { org_id: "text", id: "text" },
  contextOf: ([orgId = ""]) => contextOf(orgId),
};

function sealInboundSecret(secrets: SecretBox, orgId: string, secret: string): Buffer {
  return secrets.seal(secret, contextOf(orgId));
}

/** The secrets that calls may use now. Omits those encrypted under another WEFT_SECRET: a rotation replaces them. */
export function openInboundSecrets(secrets: SecretBox, row: InboundWebhookRow): string[] {
  return [row.secret, ...previousOf(row).map(({ secret }) => secret)].flatMap((sealed) => {
    try {
      return [secrets.open(sealed, contextOf(row.org_id))];
    } catch {
      return [];
    }
  });
}

/** The secrets that calls may use now, without their values. */
function presentInboundSecrets(row: InboundWebhookRow) {
  return [
    { since: row.secret_since.toISOString(), until: null },
    ...previousOf(row).map(({ since, until }) => ({ since: since.toISOString(), until: until.toISOString() })),
  ];
}

function previousOf(row: InboundWebhookRow) {
  const { previous_secret: secret, previous_secret_since: since, previous_secret_until: until } = row;
  const isValid = secret !== null && since !== null && until !== null && until.getTime() > Date.now();
  return isValid ? [{ secret, since, until }] : [];
}

function contextOf(orgId: string): string {
  return `inbound webhook secret ${orgId}`;
}
