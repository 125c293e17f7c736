import type { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { parseAllowedRanges } from "./address-rules.ts";
import type { OutboundOutcome } from "./outbound-message.ts";
import { startLocalServer, startSocketServer } from "./testing/local-server.ts";
import { openSender, post } from "./testing/send-message.ts";

const allowedRanges = parseAllowedRanges("127.0.0.1/32");
const whole = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** A clock that the test advances; sockets and timers keep their own. */
function useOwnClock(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

interface Receiver {
  readonly url: string;
  /** How many requests each connection has carried. */
  readonly requests: readonly number[];
  readonly sockets: readonly Socket[];
}

/** A receiver with scripted responses, by the numbers of the connection and of the request on it. */
async function startReceiver(answer: (socket: Socket, connection: number, request: number) => void): Promise<Receiver> {
  const requests: number[] = [];
  const sockets: Socket[] = [];
  const port = await startSocketServer((socket) => {
    const connection = sockets.push(socket);
    requests.push(0);
    socket.on("data", () => {
      const request = (requests[connection - 1] ?? 0) + 1;
      requests[connection - 1] = request;
      answer(socket, connection, request);
    });
  });
  return { url: `http://127.0.0.1:${port}/`, requests, sockets };
}

test.each([
  ["closes", (socket: Socket) => socket.end()],
  ["resets", (socket: Socket) => socket.resetAndDestroy()],
])("a receiver that %s its idle connection gets the next message on another one", async (_way, close) => {
  const receiver = await startReceiver((socket) => socket.write(whole));
  const sender = openSender({ allowedRanges });
  await post(sender, receiver.url);
  for (const socket of receiver.sockets) close(socket);
  await waitUntil("both sides have closed", () => receiver.sockets.every(({ destroyed }) => destroyed));

  const outcome = await post(sender, receiver.url);

  expect(outcome).toMatchObject({ kind: "answered", status: 200 });
  expect(receiver.requests).toEqual([1, 1]);
});

test.each([
  ["closed", (socket: Socket) => socket.destroy()],
  ["reset", (socket: Socket) => socket.resetAndDestroy()],
])("a message that meets its idle connection being %s is sent again on a new one", async (_way, close) => {
  const receiver = await startReceiver((socket, _connection, request) => {
    if (request === 1) socket.write(whole);
    else close(socket);
  });
  const sender = openSender({ allowedRanges });
  await post(sender, receiver.url);

  const outcome = await post(sender, receiver.url);

  expect(outcome).toMatchObject({ kind: "answered", status: 200 });
  expect(receiver.requests).toEqual([2, 1]);
});

test("it is sent again only once", async () => {
  const receiver = await startReceiver((socket, connection, request) => {
    if (connection === 1 && request === 1) socket.write(whole);
    else socket.destroy();
  });
  const sender = openSender({ allowedRanges });
  await post(sender, receiver.url);

  const outcome = await post(sender, receiver.url);

  expect(outcome).toMatchObject({ kind: "failed", reason: "closed" });
  expect(receiver.requests).toEqual([2, 1]);
});

test("a message whose response has begun is not sent again", async () => {
  const receiver = await startReceiver((socket, _connection, request) => {
    if (request === 1) socket.write(whole);
    else socket.end("HTTP/1.1 200 OK\r\nConte");
  });
  const sender = openSender({ allowedRanges });
  await post(sender, receiver.url);

  const outcome = await post(sender, receiver.url);

  expect(outcome).toMatchObject({ kind: "failed", reason: "closed" });
  expect(receiver.requests).toEqual([2]);
});

test("a message that the receiver held for a second before closing is not sent again", async () => {
  useOwnClock();
  const receiver = await startReceiver((socket, _connection, request) => {
    if (request === 1) {
      socket.write(whole);
      return;
    }
    vi.advanceTimersByTime(1_000);
    socket.destroy();
  });
  const sender = openSender({ allowedRanges });
  await post(sender, receiver.url);

  const outcome = await post(sender, receiver.url);

  expect(outcome).toMatchObject({ kind: "failed", reason: "closed" });
  expect(receiver.requests).toEqual([2]);
});

test("a connection in constant use is closed after five minutes, so that the name is resolved again", async () => {
  useOwnClock();
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });

  for (let sent = 0; sent < 4; sent += 1) {
    await post(sender, server.url);
    vi.advanceTimersByTime(120_000);
  }
  await post(sender, server.url);

  expect(server.requests.map(({ headers }) => headers.connection)).toEqual([
    ...Array(3).fill("keep-alive"),
    "close",
    "keep-alive",
  ]);
  expect(server.sockets).toHaveLength(2);
});

test("a receiver that closes its connections at any time after a response loses no message", async () => {
  const receiver = await startReceiver((socket, connection, request) => {
    // Some are closed while the next message is in transit, and some after it has arrived.
    if (request > 3) socket.destroy();
    else socket.write(whole, () => setTimeout(() => request === 3 && socket.destroy(), connection % 3));
  });
  const sender = openSender({ allowedRanges });
  const outcomes: OutboundOutcome[] = [];
  const sendMany = async () => {
    for (let sent = 0; sent < 10; sent += 1) outcomes.push(await post(sender, receiver.url));
  };

  await Promise.all(Array.from({ length: 40 }, sendMany));

  expect(outcomes.filter(({ kind }) => kind !== "answered")).toEqual([]);
  expect(outcomes).toHaveLength(400);
  expect(receiver.sockets.length).toBeGreaterThan(100);
});

test("a receiver that requests its connection to be closed gets the next message on another one", async () => {
  const receiver = await startReceiver((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  const sender = openSender({ allowedRanges });

  await post(sender, receiver.url);
  const outcome = await post(sender, receiver.url);

  expect(outcome).toMatchObject({ kind: "answered" });
  expect(receiver.requests).toEqual([1, 1]);
});
