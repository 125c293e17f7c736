import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { beginTorture } from "../../testing/torture.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { sql } from "../database/sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../database/testing/database-proxy.ts";
import { expectProblem } from "./testing/expect-problem.ts";
import { readAnswer, sendBytes, sendRequest } from "./testing/send-request.ts";

const torture = beginTorture("database away");

let service: TestService;
let database: TestDatabase;
let proxy: DatabaseProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connectionString);
  service = await startTestService({ DATABASE_URL: proxy.connectionString });
});

afterAll(async () => {
  await service.stop();
  await proxy.close();
  await database.drop();
});

function openSocket(): Socket {
  const { hostname, port } = new URL(service.address);
  return connect(Number(port), hostname).on("error", () => {});
}

function readLog() {
  return service.logLines.map((line) => JSON.parse(line));
}

async function serves(): Promise<boolean> {
  return (await service.call("GET", "/whoami")).status === 200;
}

describe("invalid HTTP", () => {
  const post = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

  test.each([
    ["text", "hello\r\n\r\n"],
    ["an unknown method", "BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["another version", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"],
    ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n"],
    ["NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n"],
    ["two lengths", `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a length and chunks", `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["a negative length", `${post}Content-Length: -1\r\n\r\n`],
    ["a chunk without a size", `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
    ["bytes above ASCII in the path", "GET /caf\xe9 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("%s is rejected with a problem", async (_, text) => {
    const received = await sendBytes(service.address, Buffer.from(text, "latin1"));

    const answer = readAnswer(received);
    expectProblem(answer, "invalid-request");
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(service.logLines.some((line) => line.includes(answer.headers.get("x-request-id") ?? "none"))).toBe(true);
  });

  test("headers above the limit are rejected with a problem", async () => {
    const received = await sendBytes(service.address, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(60_000)}\r\n\r\n`);

    expectProblem(readAnswer(received), "headers-too-large");
  });

  test("a request without Host is rejected with a problem", async () => {
    const received = await sendBytes(service.address, "GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n");

    expect(expectProblem(readAnswer(received), "invalid-request").detail).toBe("Send a Host header.");
  });

  test("an HTTP/1.0 client, which sends no Host, is served", async () => {
    const received = await sendBytes(service.address, "GET /health/live HTTP/1.0\r\n\r\n");

    expect(readAnswer(received)).toMatchObject({ status: 200, body: { status: "live" } });
  });

  test.each(["100-continue", "something else"])("a client that expects %s is served", async (expectation) => {
    const headers = { expect: expectation, "content-type": "application/json" };

    const answer = await sendRequest(`${service.address}/api/login`, { method: "POST", headers, body: "{}" });

    expectProblem(answer, "invalid-request");
  });
});

describe("clients that are slow or disconnect", () => {
  test("one that stops in the middle of its headers does not delay others", async () => {
    const sockets = Array.from({ length: 50 }, openSocket);
    for (const socket of sockets) {
      socket.write("GET /api/whoami HTTP/1.1\r\nHost:");
    }

    expect(await serves()).toBe(true);

    for (const socket of sockets) {
      socket.resetAndDestroy();
    }
    expect(await serves()).toBe(true);
  });

  test("one that closes its side after the request still gets the response", async () => {
    const socket = openSocket().setEncoding("latin1");
    let received = "";
    socket.on("data", (chunk: string) => {
      received += chunk;
    });

    socket.end("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "close");

    expect(readAnswer(received)).toMatchObject({ status: 200, body: { status: "live" } });
  });

  test("one that closes its side in the middle of its body gets an error, which is not a server failure", async () => {
    const socket = openSocket().setEncoding("latin1");
    let received = "";
    socket.on("data", (chunk: string) => {
      received += chunk;
    });

    socket.end("POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
    await once(socket, "close");

    expectProblem(readAnswer(received), "invalid-request");
    expect(await serves()).toBe(true);
    expect(readLog().filter(({ level }) => level >= 50)).toEqual([]);
  });

  test("one that requests much and reads nothing is disconnected", async () => {
    const socket = openSocket().pause();

    socket.write("GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200));

    expect(await serves()).toBe(true);
    socket.resetAndDestroy();
    expect(await serves()).toBe(true);
  });
});

test("an internal failure exposes no details, and its cause is logged with the request id", async () => {
  await database.db.query(sql`alter table org_sign_on rename to away`);

  const answer = await service.call("GET", "/org");
  await database.db.query(sql`alter table away rename to org_sign_on`);

  const problem = expectProblem(answer, "internal-error");
  expect(problem.detail).toBe("Internal error. Give the operator the requestId.");
  const logged = readLog().find(({ level }) => level === 50);
  expect(logged).toMatchObject({
    requestId: problem.requestId,
    err: { message: 'relation "org_sign_on" does not exist' },
  });
  expect(logged.err.stack).toContain(".ts:");
  expect((await service.call("GET", "/org")).status).toBe(200);
});

describe.each(["cut", "hang"] as const)("with the database unavailable (%s)", (way) => {
  test("calls are asked to retry, and succeed when it is back, without a restart", {
    timeout: torture.times(20_000),
  }, async () => {
    const outages = torture.times(1);
    for (let outage = 0; outage < outages; outage++) {
      await proxy[way]();

      const [org, ready, live, page] = await Promise.all([
        service.call("GET", "/org"),
        sendRequest(`${service.address}/health/ready`),
        sendRequest(`${service.address}/health/live`),
        sendRequest(`${service.address}/errors/unavailable`),
      ]);
      await proxy.restore();
      await waitUntil("the service is ready again", async () => {
        const { status } = await sendRequest(`${service.address}/health/ready`);
        return status === 200;
      });

      for (const answer of [org, ready]) {
        expectProblem(answer, "unavailable");
        expect(answer.headers.get("retry-after")).toBe("1");
      }
      expect([live.status, page.status]).toEqual([200, 200]);
      expect((await service.call("GET", "/org")).status).toBe(200);
      expect(service.logLines.join("")).not.toContain('"level":60');
    }
    torture.verdict(`outages (${way}): ${outages}; calls were asked to retry, and were served again without a restart`);
  });
});

test("a node whose database connections are killed recovers automatically", async () => {
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

  await database.db.query(others);

  await waitUntil("the service responds", serves);
});

test("a request in transit when the service begins to stop is answered", async () => {
  const node = await startTestService({}, service);
  const { hostname, port } = new URL(node.address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write("GET /health/live HTTP/1.1\r\nHost: weft\r\n");
  // The node has read the first lines before it begins to stop.
  expect((await node.call("GET", "/whoami")).status).toBe(200);

  const stopping = node.stop();
  socket.end("\r\n");
  const [answer] = await once(socket.setEncoding("utf8"), "data");

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.toLowerCase()).toContain("connection: close");
  await stopping;
});
