import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { startTestService, type TestService, testSecret } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { listFailed, retryFailed } from "./job-actions.ts";

let service: TestService;
let printed: string[];

beforeAll(async () => {
  // The commands show the jobs of all orgs.
  service = await startTestService();
  vi.stubEnv("DATABASE_URL", service.database.connectionString);
  vi.stubEnv("WEFT_SECRET", testSecret);
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service.stop();
});

beforeEach(() => {
  printed = [];
});

async function failJob(id: string): Promise<void> {
  await service.database.db.query(sql`
    insert into jobs (org_id, id, task, payload, attempts, last_error)
    select id, ${id}, 'sync-searchable-indexes', '{}'::jsonb, 25, 'No space left on device' from orgs`);
}

async function failSchedule(task: string): Promise<void> {
  await service.database.db.query(sql`
    update job_schedules set attempts = 25, last_error = 'S3 does not respond', run_on = now() + interval '5 hours'
    where task = ${task}`);
}

const isListed = async (id: string) => {
  printed = [];
  await listFailed({ json: true });
  return printed.some((line) => JSON.parse(line).id === id);
};

test("without failed jobs, list says so", async () => {
  await listFailed({});

  expect(printed).toEqual(["No failed jobs."]);
});

test("a failed job is listed with its error, and runs again after retry", async () => {
  await failJob("failed");

  await listFailed({});
  await listFailed({ json: true });
  const [text, json = ""] = printed;
  await retryFailed(["failed"]);

  expect(text).toBe("failed  sync-searchable-indexes of demo, 25 attempts\n  No space left on device");
  expect(JSON.parse(json)).toEqual({
    id: "failed",
    org: "demo",
    task: "sync-searchable-indexes",
    attempts: 25,
    lastError: "No space left on device",
    isScheduled: false,
  });
  await waitUntil("it is done", async () => {
    const jobs = await service.database.db.query(sql`select 1 from jobs where id = 'failed'`);
    return jobs.length === 0;
  });
});

test("a scheduled job that keeps failing is listed by its task, and runs at once after retry", async () => {
  await failSchedule("forget-idempotency-keys");

  await listFailed({});
  const [text] = printed;
  await retryFailed(["forget-idempotency-keys"]);

  expect(text).toBe("forget-idempotency-keys  scheduled job, 25 attempts\n  S3 does not respond");
  await waitUntil("it has succeeded", async () => !(await isListed("forget-idempotency-keys")));
});

test("retry names an id that is not a failed job", async () => {
  await expect(retryFailed(["nothing"])).rejects.toThrow("There is no failed job nothing.");
});
