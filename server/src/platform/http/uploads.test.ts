import { once } from "node:events";
import http from "node:http";
import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { defineOperation } from "@weft/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { testBudget } from "../../testing/test-budget.ts";
import { Problem } from "../problem.ts";
import { createHttpServer } from "./http-server.ts";
import { registerRoutes } from "./register-routes.ts";
import { routesFor } from "./route.ts";

const operation = defineOperation({
  id: "count-bytes",
  method: "POST",
  path: "/bytes",
  summary: "Count bytes",
  description: "Count bytes",
  tag: "bytes",
  access: "open",
  upload: "bytes",
  answers: { 200: { description: "Counted.", body: z.object({ size: z.int() }) } },
  errors: [],
});

let app: FastifyInstance;
let address: string;
let opened: (() => void) | undefined;

const route = routesFor<undefined>()(operation, async ({ upload }) => {
  const { stream } = await upload.open({ bytesMax: 100, tooLarge: () => new Problem("body-too-large", "Too large.") });
  let size = 0;
  opened?.();
  for await (const chunk of stream) {
    size += chunk.length;
  }
  return { status: 200, body: { size } };
});

beforeAll(async () => {
  app = await createHttpServer({
    logger: pino({ level: "silent" }),
    bodyBytesMax: 1024,
    urlBytesMax: 1024,
    jsonDepthMax: 8,
    trustProxy: false,
    corsOrigins: [],
    publicUrl: undefined,
    host: "127.0.0.1",
    tls: undefined,
  });
  registerRoutes(app, [route], {
    gatekeeper: { admit: () => undefined },
    batchBytesMax: 1024,
    watch: () => undefined,
    openBudget: () => testBudget(),
  });
  address = await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(() => app.close());

/** A request of 6 bytes of which 3 have been sent and are being read. */
async function sendHalf() {
  const connected = once(app.server, "connection");
  const isOpened = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const request = http.request(`${address}/api/bytes`, {
    method: "POST",
    headers: { "content-length": 6 },
    agent: false,
  });
  request.on("error", () => {});
  request.write("abc");
  const [socket]: Socket[] = await connected;
  await isOpened;
  return { request, socket };
}

async function answerTo(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [answer]: http.IncomingMessage[] = await once(request, "response");
  if (answer === undefined) {
    throw new Error("There is no response.");
  }
  return answer;
}

/** The error that Node emits for a request above its time limit. */
function timeOut(socket: Socket | undefined): void {
  app.server.emit("clientError", Object.assign(new Error("timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
}

test("an upload may take longer than other requests", async () => {
  const { request, socket } = await sendHalf();

  timeOut(socket);
  request.end("def");

  expect(await json(await answerTo(request))).toEqual({ size: 6 });
});

test("a client that sends the whole rejected body first still receives the response", async () => {
  const bytes = 20 * 1024 * 1024;
  const head = "POST /api/bytes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const socket = connect(Number(new URL(address).port), "127.0.0.1").setEncoding("latin1");
  const answered = once(socket, "data");

  socket.write(`${head}${bytes.toString(16)}\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.write(Buffer.alloc(bytes), (error) => (error ? reject(error) : resolve()));
  });

  expect(String(await answered)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("an idle upload is aborted", async () => {
  const { socket, request } = await sendHalf();
  const broken = once(request, "response");

  // As the timer does after a minute without data.
  socket?.emit("timeout");

  await expect(broken).rejects.toThrow("socket hang up");
  expect(socket?.destroyed).toBe(true);
});

test("a stopping node does not wait for uploads", async () => {
  const { request } = await sendHalf();

  const closed = app.close();

  const answer = await answerTo(request);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  await closed;
});
