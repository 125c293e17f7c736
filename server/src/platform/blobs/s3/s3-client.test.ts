import type { RequestListener, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startLocalServer, startSocketServer } from "../../outbound/testing/local-server.ts";
import { addressOf, S3Client, type S3Options } from "./s3-client.ts";
import { getRange } from "./s3-requests.ts";
import { sha256 } from "./signature.ts";

const options: S3Options = {
  endpoint: "http://127.0.0.1:1",
  bucket: "files",
  region: "eu-west-1",
  addressing: "path",
  credentials: { kind: "static", accessKey: "AKID", secretKey: "the-secret", sessionToken: "the-token" },
};

function openClient(endpoint: string): S3Client {
  const client = new S3Client({ ...options, endpoint });
  onTestFinished(() => client.close());
  return client;
}

/** A store that sends these responses one after the other; the last one is repeated. */
async function startStore(...answers: readonly ((response: ServerResponse) => void)[]) {
  let sent = 0;
  const listener: RequestListener = (_request, response) => {
    const answer = answers[Math.min(sent, answers.length - 1)];
    sent += 1;
    answer?.(response);
  };
  const server = await startLocalServer(listener);
  return { client: openClient(server.url), requests: server.requests };
}

const reply =
  (status: number, text = "", headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(text);
  };
const errorText = (code: string) => `<Error><Code>${code}</Code><Message>As the store says.</Message></Error>`;

const text = "the bytes";
const payload = { bytes: text.length, sha256: sha256(text), blocks: () => [Buffer.from(text)] };

test.each<[Partial<S3Options>, string]>([
  [{ endpoint: "https://s3.example" }, "https://s3.example/files"],
  [{ endpoint: "https://s3.example:9000/" }, "https://s3.example:9000/files"],
  [{ endpoint: "https://gate.example/s3/" }, "https://gate.example/s3/files"],
  [{ endpoint: "https://s3.example:443", addressing: "host" }, "https://files.s3.example"],
  [{ endpoint: "https://gate.example:9000/s3/", addressing: "host" }, "https://files.gate.example:9000/s3"],
])("the bucket of %j is at %s", (changes, place) => {
  const { origin, path } = addressOf({ ...options, ...changes });

  expect(`${origin.origin}${path}`).toBe(place);
});

test("a request is signed, with the hash of its body and the session token", async () => {
  const { client, requests } = await startStore(reply(200));

  await client.sendShort({ method: "PUT", key: "a b/ü?#%2F+'", query: [["partNumber", "1"]], payload });

  expect(requests).toMatchObject([
    {
      method: "PUT",
      path: "/files/a%20b/%C3%BC%3F%23%252F%2B%27?partNumber=1",
      body: text,
      headers: {
        "x-amz-content-sha256": payload.sha256,
        "x-amz-security-token": "the-token",
        "content-length": "9",
        authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, /),
      },
    },
  ]);
});

test.each([
  ["an error of the store", reply(500, errorText("InternalError"))],
  ["a busy store", reply(503, errorText("SlowDown"), { "retry-after": "0" })],
  ["too many requests", reply(429)],
  ["a proxy without a store", reply(502, "<html>")],
  ["a timeout of the store", reply(400, errorText("RequestTimeout"))],
  ["an error after status 200", reply(200, `<?xml version="1.0"?>\n${errorText("InternalError")}`)],
  ["a connection that is reset", (response: ServerResponse) => response.socket?.resetAndDestroy()],
  ["a connection that is closed", (response: ServerResponse) => response.socket?.destroy()],
])("%s is retried, with the same body", async (_name, failure) => {
  const { client, requests } = await startStore(failure, failure, reply(200, "stored"));

  const response = await client.sendShort({ method: "PUT", key: "a", payload });

  expect(response.text).toBe("stored");
  expect(requests.map(({ body }) => body)).toEqual([text, text, text]);
});

test("after three attempts the error is thrown", async () => {
  const { client, requests } = await startStore(reply(500, errorText("InternalError")));

  await expect(client.sendShort({ method: "GET" })).rejects.toMatchObject({ code: "InternalError", status: 500 });
  expect(requests).toHaveLength(3);
});

test.each([
  [403, errorText("AccessDenied"), "AccessDenied"],
  [404, "", "NotFound"],
  [301, "", "PermanentRedirect"],
  [501, errorText("NotImplemented"), "NotImplemented"],
])("status %i %s is not retried", async (status, body, code) => {
  const { client, requests } = await startStore(reply(status, body));

  await expect(client.sendShort({ method: "GET" })).rejects.toMatchObject({ code, status });
  expect(requests).toHaveLength(1);
});

test("a redirect is not followed: the signature is for this host only", async () => {
  const elsewhere = await startLocalServer(reply307);
  const { client } = await startStore(reply(307, "", { location: elsewhere.url }));

  await expect(client.sendShort({ method: "GET" })).rejects.toMatchObject({ code: "TemporaryRedirect" });
  expect(elsewhere.requests).toEqual([]);
});

const reply307: RequestListener = (_request, response) => response.end();

test("credentials that the store refuses as expired are replaced, and the request is sent again", async () => {
  let issued = 0;
  const role = await startLocalServer((_request, response) => {
    issued += 1;
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    response.end(JSON.stringify({ AccessKeyId: `KEY${issued}`, SecretAccessKey: "s", Token: "t", Expiration }));
  });
  const store = await startLocalServer((request, response) => {
    const isOld = request.headers.authorization?.includes("Credential=KEY1/") === true;
    (isOld ? reply(400, errorText("ExpiredToken")) : reply(200, "stored"))(response);
  });
  const credentials = { kind: "container", url: role.url, token: undefined, tokenFile: undefined } as const;
  const client = new S3Client({ ...options, endpoint: store.url, credentials });
  onTestFinished(() => client.close());

  const responses = await Promise.all([1, 2, 3].map(() => client.sendShort({ method: "PUT", key: "a", payload })));

  expect(responses.map(({ text: stored }) => stored)).toEqual(["stored", "stored", "stored"]);
  expect(issued).toBe(2);
});

test("no error contains a secret", async () => {
  const { client } = await startStore(reply(403, errorText("SignatureDoesNotMatch")));
  const unreachable = openClient("http://127.0.0.1:1");

  for (const one of [client, unreachable]) {
    const error = await one.sendShort({ method: "GET" }).catch((caught: unknown) => caught);
    const shown = error instanceof Error ? [error.message, error.stack, JSON.stringify(error)].join("\n") : "";
    expect(shown).not.toMatch(/the-secret|the-token|Signature=/);
    expect(shown).not.toBe("");
  }
});

test("a request that is aborted ends at once, also between two attempts", async () => {
  const { client, requests } = await startStore(reply(503, errorText("SlowDown"), { "retry-after": "60" }));
  const stopping = new AbortController();

  const sent = client.sendShort({ method: "GET", signal: stopping.signal });
  await expect.poll(() => requests.length).toBe(1);
  stopping.abort();

  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
  expect(requests).toHaveLength(1);
});

test("a client that is closed sends nothing more, and ends what waits", async () => {
  const port = await startSocketServer(() => {});
  const client = openClient(`http://127.0.0.1:${port}`);

  const sent = client.sendShort({ method: "GET" });
  const failed = expect(sent).rejects.toThrow();
  await client.close();

  await failed;
  await expect(client.sendShort({ method: "GET" })).rejects.toThrow();
});

test("a response without an end is cut off", async () => {
  const { client } = await startStore((response) => {
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
    };
    response.on("drain", send);
    send();
  });

  await expect(client.sendShort({ method: "GET" })).rejects.toThrow("too long");
});

test.each([
  { name: "a part of the object", status: 206, length: 3, first: 2, last: 4, works: true },
  { name: "the whole of a small object", status: 200, length: 3, first: 0, last: 9, works: true },
  { name: "more than the range", status: 200, length: 10, first: 0, last: 4, works: false },
  { name: "the whole object instead of its end", status: 200, length: 3, first: 2, last: 4, works: false },
])("a store that responds to a range with $name", async ({ status, length, first, last, works }) => {
  const { client } = await startStore(reply(status, "x".repeat(length), { "content-length": length }));

  const read = getRange(client, "a", first, last).then(({ body }) => body.text());

  await (works ? expect(read).resolves.toHaveLength(length) : expect(read).rejects.toThrow("does not support ranges"));
});
