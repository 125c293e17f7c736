import { strict as assert } from "node:assert";
import { statisticsOperations } from "@weft/contract";
import { findOrgBySlug } from "../../access/org-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld } from "./example-world.ts";

const days = { from: "2026-01-05", to: "2026-01-07" };
const byDay = { ...days, by: "day" };

/** Charts of two past days, so that they are the same in every run. */
export async function recordStatisticsExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-statistics");
  await fillTwoDays(recorder, world);
  const { changes, loads, processes, webhooks, rate, consumers } = statisticsOperations;
  await world.record(changes, { title: "Changes of two days, by type.", status: 200, query: byDay });
  await world.record(changes, {
    title: "Six years by hour: too many points.",
    status: 400,
    query: { from: "2020-01-01", to: "2026-01-01", by: "hour" },
  });
  await world.record(loads, {
    title: "Loads of two days that start at midnight in Berlin.",
    status: 200,
    query: { ...byDay, timeZone: "Europe/Berlin" },
  });
  await world.record(loads, {
    title: "An end before the start.",
    status: 400,
    query: { from: days.to, to: days.from },
  });
  await world.record(processes, { title: "Processes of two days.", status: 200, query: byDay });
  await world.record(processes, { title: "Unknown interval.", status: 400, query: { by: "minute" } });
  await world.record(webhooks, { title: "Webhook requests of two days.", status: 200, query: byDay });
  await world.record(webhooks, { title: "Not a date.", status: 400, query: { from: "2026-02-30" } });
  await world.record(rate, { title: "API requests of two days, by credential.", status: 200, query: byDay });
  await world.record(rate, { title: "Not a time zone.", status: 400, query: { timeZone: "Europe/Atlantis" } });
  await world.record(consumers, { title: "The current lag of each consumer.", status: 200, query: byDay });
  await world.record(consumers, { title: "An unknown parameter.", status: 400, query: { until: "2026-01-07" } });
}

async function fillTwoDays({ service }: ExampleRecorder, world: ExampleWorld): Promise<void> {
  const { db } = service.database;
  const org = await findOrgBySlug(db, world.orgSlug);
  assert(org, "the example's org is missing");
  const { credential } = await world.send("GET", "/whoami");
  await db.query(sql`
    insert into change_counts (org_id, quarter, entity_type, type_path, project_id, creates, updates, deletes)
    values (${org.id}, '2026-01-05T09:15Z', 'item', 'item:apparel', '', 120, 8, 0),
      (${org.id}, '2026-01-06T14:00Z', 'item', 'item:apparel', '', 0, 31, 2),
      (${org.id}, '2026-01-06T14:00Z', 'color', 'color', '', 4, 0, 0)`);
  await db.query(sql`
    insert into loads (org_id, id, status, configuration, writer, progress, report, started_on, ended_on)
    values (${org.id}, ${newId()}, 'completed', '{}', '{}', '{"rowsDone": 120}',
      '{"counts": {"item": {"created": 118, "updated": 2, "unchanged": 0, "deleted": 0, "failed": 0}}}',
      '2026-01-05T09:15:00Z', '2026-01-05T09:15:02Z'),
      (${org.id}, ${newId()}, 'failed', '{}', '{}', '{}', '{}', '2026-01-06T22:59:00Z', '2026-01-06T22:59:01Z')`);
  await db.query(sql`
    insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, status, trigger_key, trigger_event,
      started_on, ended_on)
    values (${org.id}, ${newId()}, ${newId()}, 1, 'completed', 'item|create', '{}', '2026-01-05T23:59Z', '2026-01-06T00:01Z'),
      (${org.id}, ${newId()}, ${newId()}, 1, 'awaiting', 'item|create', '{}', '2026-01-06T08:00Z', null)`);
  await db.query(sql`
    insert into webhook_attempts (org_id, delivery_id, number, webhook_id, started_on, duration_ms, request_headers,
      answer_status)
    values (${org.id}, ${newId()}, 1, ${newId()}, '2026-01-05T09:15Z', 84, '{}', 503),
      (${org.id}, ${newId()}, 1, ${newId()}, '2026-01-05T09:16Z', 41, '{}', 200)`);
  await db.query(sql`
    insert into rate_use (org_id, quarter, credential_id, calls, refused)
    values (${org.id}, '2026-01-05T09:15Z', ${credential.id}, 640, 12)`);
  await world.send("PUT", "/change-consumers/web-shop", { cursor: "now" });
  // A future time counts as now, however slow the run is.
  await db.query(sql`update change_consumers set updated_on = now() + interval '1 hour' where org_id = ${org.id}`);
}
