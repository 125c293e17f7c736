import { strict as assert } from "node:assert";
import type { Operation } from "@weft/contract";
import { createOrg } from "../../access/orgs/change-org.ts";
import { buildKey } from "../builders.ts";
import { keyHeaders, type TestAnswer, type TestService } from "../test-service.ts";
import { type ExampleCall, type ExampleRecorder, steadyHeaders } from "./example-recorder.ts";

/** An unknown id. */
export const unknownId = "AAAAAAAAAAAAAAAA";

export type Body = Readonly<Record<string, unknown>>;

/** A separate org, with an app that has all permissions. */
export interface ExampleWorld {
  readonly orgSlug: string;
  /** Calls as the app, and records the pair. */
  record(operation: Operation, call: ExampleCall): Promise<TestAnswer>;
  /** Sends a request as the app that an example needs but does not show. */
  send(
    method: string,
    path: string,
    body?: Body | string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer["body"]>;
  create(plural: string, body: Body): Promise<TestAnswer["body"]>;
}

export async function buildExampleWorld(recorder: ExampleRecorder, orgSlug: string): Promise<ExampleWorld> {
  const { service } = recorder;
  const org = await service.database.db.transaction((tx) => createOrg(tx, { slug: orgSlug, name: "Acme" }));
  const first = sendBy(service, (await buildKey(service, org)).headers);
  const app = await first("POST", "/apps", { name: "ERP connector" });
  const { apiKey } = await first("POST", "/api-keys", { appId: app.id, label: "production", preset: "admin" });
  const headers = keyHeaders({ apiKey, orgSlug });
  const send = sendBy(service, headers);
  return {
    orgSlug,
    record: (operation, call) => recorder.record(operation, call, headers),
    send,
    create: (plural, body) => send("POST", `/${plural}`, body),
  };
}

function sendBy(service: TestService, headers: Readonly<Record<string, string>>): ExampleWorld["send"] {
  return async (method, path, body, ownHeaders = {}) => {
    const sent = { ...headers, ...steadyHeaders, ...ownHeaders };
    const answer = await service.call(method, path, { headers: sent, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}
