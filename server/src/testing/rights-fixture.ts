import { entityKinds, isKindName, type KindName, kindAccess } from "@weft/contract";
import { buildFailedLoad } from "./build-failed-load.ts";
import { keyHeaders, type TestService } from "./test-service.ts";
import type { Known } from "./visible-texts.ts";
import { waitUntil } from "./wait-until.ts";

/** One org with an entity of every kind, each with words that only callers who may read its field can see. */
export interface RightsFixture {
  readonly known: readonly Known[];
  readonly projects: readonly string[];
  /** By project: the path of the publish of its assortment. */
  readonly publishes: ReadonlyMap<string, string>;
  readonly consumer: string;
  /** The paths of change sets, the last one of each kind. */
  readonly changeSets: readonly string[];
}

export const wordPattern = /word\d+(?:fabric|margin|again)/g;
export const entityFields = ["fabric", "margin"] as const;

export async function buildRightsFixture(service: TestService): Promise<RightsFixture> {
  const builder = new FixtureBuilder(service);
  for (const { name } of entityKinds) {
    const properties = entityFields.map((slug) => ({ slug, label: slug, propertyType: "string", searchable: true }));
    await builder.call("PUT", `/entity-types/${name}`, { properties });
  }
  await builder.buildEntities();
  await builder.buildFile();
  await builder.buildLoad();
  await builder.buildWorkflow();
  await builder.buildAdministered();
  await builder.findChangeSets();
  const kinds = new Set(builder.known.map(({ kind }) => kind));
  const missing = Object.keys(kindAccess).filter((kind) => isKindName(kind) && !kinds.has(kind));
  if (missing.length > 0) {
    throw new Error(`The fixture has nothing of ${missing.join(", ")}: build one, so that its readers are tried.`);
  }
  return builder;
}

class FixtureBuilder implements RightsFixture {
  readonly known: Known[] = [];
  readonly projects: string[] = [];
  readonly publishes = new Map<string, string>();
  readonly consumer = "word90margin";
  changeSets: readonly string[] = [];
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  async call(method: string, path: string, body?: unknown, headers = keyHeaders(this.#service.first)) {
    const answer = await this.#service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  async buildEntities() {
    const familyId = await this.#addEntity("item", { typePath: "item:shoe" });
    const otherId = await this.#addEntity("item", { typePath: "item:shirt" });
    await this.#addEntity("item", { typePath: "item:shoe", itemFamilyId: familyId });
    await this.#addEntity("item", { typePath: "item:shirt", itemFamilyId: otherId });
    await this.#addEntity("color", { hex: "336699" });
    await this.#addEntity("custom-entity", { typePath: "custom-entity:trim" });
    await this.#addEntity("size-range-template", { sizeRange: { sizes: ["S", "M"] } });
    for (const _ of ["one", "two"]) {
      const projectId = await this.#addEntity("project", {});
      this.projects.push(projectId);
      const { rootWorkspaceId } = await this.call("GET", `/projects/${projectId}`);
      const workspaceId = await this.#addEntity("workspace", { parentWorkspaceId: rootWorkspaceId }, projectId);
      await this.#addEntity("project-item", { projectId, itemId: familyId }, projectId);
      await this.#addEntity("project-item", { projectId, itemId: otherId }, projectId);
      const assortmentId = await this.#addEntity("assortment", { workspaceId }, projectId);
      await this.#addEntity("assortment-item", { assortmentId, itemId: familyId }, projectId);
      await this.#addEntity("assortment-item", { assortmentId, itemId: otherId }, projectId);
      const { publishChangeId } = await this.call("POST", `/assortments/${assortmentId}/publish`);
      this.publishes.set(projectId, `/assortments/${assortmentId}/history/${publishChangeId}`);
    }
  }

  async findChangeSets() {
    const { results } = await this.call("GET", "/change-sets?limit=100");
    const byKind = new Map<string, string>();
    for (const { id, entityTypes } of results) byKind.set(entityTypes[0]?.entityType, `/change-sets/${id}`);
    this.changeSets = [...byKind.values()];
  }

  /** With a history that has its own words. */
  async #addEntity(kind: (typeof entityKinds)[number]["name"], fixed: object, ofProject?: string): Promise<string> {
    const number = this.known.length;
    const path = entityKinds.find(({ name }) => name === kind)?.plural ?? "";
    const words = Object.fromEntries(entityFields.map((slug) => [slug, `word${number}${slug}`]));
    const federatedId = `own-${number}`;
    const { id, typePath } = await this.call("POST", `/${path}`, {
      name: `name ${number}`,
      federatedId,
      ...fixed,
      ...words,
    });
    const again = `word${number}again`;
    await this.call("PUT", `/${path}/${id}`, { again });
    const projectId = kind === "project" ? id : ofProject;
    this.known.push({ kind, path, id, typePath, projectId, federatedId, words: { ...words, again } });
    return id;
  }

  /** One word in its name, another in its bytes, which require permission to read their link. */
  async buildFile() {
    const words = { fileName: "word99fabric", downloadUrl: "word99margin" };
    const headers = { ...keyHeaders(this.#service.first), "content-type": "text/plain" };
    const { id } = await this.call("POST", `/files?fileName=${words.fileName}`, words.downloadUrl, headers);
    this.#add("file", "files", id, words);
  }

  /** One word in its configuration, another in its issues; the files that it leaves contain both. */
  async buildLoad() {
    const words = { federatedMappings: "word98fabric", issues: "word98margin" };
    const { federatedMappings: inConfiguration, issues: inCell } = words;
    const { id, fileIds } = await buildFailedLoad(this.#service, { inConfiguration, inCell });
    this.#add("loader-process", "loader-processes", id, words);
    for (const fileId of fileIds) {
      this.#add("file", "files", fileId, { downloadUrl: `${inCell} ${inConfiguration}` });
    }
  }

  async buildWorkflow() {
    const workflow = await this.call("POST", "/event-workflows", {
      name: "Approve",
      description: "word97fabric",
      triggers: ["manual|rights"],
      tasks: [{ name: "work", action: "script", config: { code: "return { made: 'word96margin' };" } }],
    });
    const started = await this.call("POST", "/event-workflow-requests", {
      triggerKey: "manual|rights",
      event: { note: "word96fabric" },
    });
    const processId = started.results[0].id;
    const read = () => this.call("GET", `/event-workflow-processes/${processId}?relations=tasks`);
    await waitUntil("the process is completed", async () => (await read()).status === "completed");
    const process = await read();
    const words = { description: "word97fabric", tasks: "word96margin" };
    this.#add("event-workflow", "event-workflows", workflow.id, words);
    this.#add("event-workflow-process", "event-workflow-processes", processId, {
      triggerEvent: "word96fabric",
      taskOutputs: "word96margin",
    });
    this.#add("event-workflow-task", "event-workflow-tasks", process.tasks[0].id, { output: "word96margin" });
  }

  /** No right shows anything of these. */
  async buildAdministered() {
    const user = await this.call("POST", "/users", { email: "word95margin@users.example", name: "word95fabric" });
    const role = await this.call("POST", "/roles", { name: "word94margin", rights: [] });
    const app = await this.call("POST", "/apps", { name: "word93margin" });
    const key = await this.call("POST", "/api-keys", { appId: app.id, label: "word93fabric", preset: "read-only" });
    const token = await this.call("POST", "/access-tokens", { appId: app.id, label: "word93again", rights: [] });
    const webhook = await this.call("POST", "/webhooks", {
      url: "https://word92margin.example/hook",
      events: ["item|delete"],
      auth: { type: "none" },
    });
    await this.call("POST", `/webhooks/${webhook.id}/test`);
    const deliveries = await this.call("GET", "/webhook-deliveries");
    const inbound = await this.call("POST", "/inbound-webhooks", { name: "word91margin" });
    await this.call("PUT", `/change-consumers/${this.consumer}`, { cursor: "now" });
    const org = await this.call("GET", "/org");
    const audit = await this.call("GET", "/audit-log");
    const types = await this.call("GET", "/entity-types");
    const optionSet = await this.call("POST", "/option-sets", {
      name: "Sizes",
      options: [{ value: "s", display: "S" }],
    });
    // Private: no other credential sees its name.
    const view = await this.call("POST", "/saved-views", { name: "word93margin", viewedType: "item" });
    const built: readonly [KindName, string, string][] = [
      ["user", "users", user.id],
      ["role", "roles", role.id],
      ["app", "apps", app.id],
      ["api-key", "api-keys", key.id],
      ["access-token", "access-tokens", token.id],
      ["webhook", "webhooks", webhook.id],
      ["webhook-delivery", "webhook-deliveries", deliveries.results[0].id],
      ["inbound-webhook", "inbound-webhooks", inbound.id],
      ["audit-entry", "audit-log", String(audit.results[0].sequence)],
      ["org", "org", org.id],
      ["entity-type", "entity-types", types.results[0].id],
      ["option-set", "option-sets", optionSet.id],
      ["saved-view", "saved-views", view.id],
    ];
    for (const [kind, path, id] of built) {
      this.#add(kind, path, id, {});
    }
  }

  #add(kind: KindName, path: string, id: string, words: Known["words"]) {
    this.known.push({ kind, path, id, typePath: kind, projectId: undefined, federatedId: undefined, words });
  }
}
