import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { parseAllowedRanges } from "./address-rules.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { startLocalServer } from "./testing/local-server.ts";

const allowedRanges = parseAllowedRanges("127.0.0.1/32");

function redirectTo(location: string, status = 302): RequestListener {
  return (_request, response) => response.writeHead(status, { location }).end("moved");
}

test("by default a redirect is returned unchanged", async () => {
  const server = await startLocalServer(redirectTo("http://10.0.0.1/"));
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const answer = await guardedFetch(server.url);

  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("http://10.0.0.1/");
  expect(await answer.text()).toBe("moved");
});

test("redirect: manual returns a redirect unchanged, even if redirects are followed", async () => {
  const server = await startLocalServer(redirectTo("/next"));
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 5 });

  const answer = await guardedFetch(server.url, { redirect: "manual" });

  expect(answer.status).toBe(302);
  expect(server.requests).toHaveLength(1);
});

test("a redirect without a Location is returned unchanged", async () => {
  const server = await startLocalServer((_request, response) => response.writeHead(302).end());
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 5 });

  const answer = await guardedFetch(server.url);

  expect(answer.status).toBe(302);
});

test.each([
  ["http://127.0.0.2:PORT/", "address"],
  ["http://2130706434:PORT/", "address"],
  ["http://[::1]:PORT/", "address"],
  ["http://[::ffff:127.0.0.1]:PORT/", "address"],
  ["//10.0.0.1/", "address"],
  ["http://169.254.169.254/latest/meta-data/", "address"],
  ["http://private.example:PORT/", "address"],
  ["http://user:password@127.0.0.1:PORT/", "credentials"],
  ["file:///etc/passwd", "scheme"],
  ["gopher://127.0.0.1:PORT/", "scheme"],
  ["data:text/plain,x", "scheme"],
  ["http://[", "url"],
])("a redirect to %s is rejected for its %s", async (location, reason) => {
  const target = await startLocalServer((_request, response) => response.end("secret"));
  const server = await startLocalServer(redirectTo(location.replace("PORT", String(target.port))));
  const lookup = async () => [{ address: "10.0.0.1", family: 4 }];
  const guardedFetch = createGuardedFetch({ allowedRanges, lookup, redirectsMax: 5 });

  const call = guardedFetch(server.url);

  await expect(call).rejects.toThrow(expect.objectContaining({ name: "OutboundRefusedError", reason }));
  expect(target.requests).toEqual([]);
});

test("a name is resolved and checked again for a redirect to it", async () => {
  const server = await startLocalServer((request, response) => {
    redirectTo(request.url === "/" ? "/second" : "/third")(request, response);
  });
  const answers = ["127.0.0.1", "127.0.0.1", "10.0.0.1"];
  const lookup = async () => [{ address: answers.shift() ?? "", family: 4 }];
  const guardedFetch = createGuardedFetch({ allowedRanges, lookup, redirectsMax: 5 });

  const call = guardedFetch(`http://hooks.example:${server.port}/`, { headers: { connection: "close" } });

  await expect(call).rejects.toThrow(expect.objectContaining({ reason: "address" }));
  expect(server.requests.map(({ path }) => path)).toEqual(["/", "/second"]);
});

test("redirects are followed up to the limit and not beyond", async () => {
  const server = await startLocalServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("arrived");
    else redirectTo(`/${left - 1}`)(request, response);
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 3 });

  const arrived = await guardedFetch(`${server.url}/3`);
  const lost = guardedFetch(`${server.url}/4`);

  expect(await arrived.text()).toBe("arrived");
  await expect(lost).rejects.toThrow("redirected more than 3 times");
  expect(server.requests).toHaveLength(4 + 4);
});

test("a Location in raw UTF-8 is followed", async () => {
  const server = await startLocalServer((request, response) => {
    if (request.url === "/") redirectTo(Buffer.from("/茶").toString("latin1"))(request, response);
    else response.end("arrived");
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 5 });

  await guardedFetch(server.url);

  expect(server.requests[1]?.path).toBe(encodeURI("/茶"));
});

const sentHeaders = {
  accept: "application/json",
  authorization: "Bearer secret",
  "content-type": "application/json",
  cookie: "session=secret",
  "proxy-authorization": "Basic secret",
  "x-api-key": "secret",
};

test("another origin gets neither credentials nor custom headers, and neither does the first one after it", async () => {
  const second = await startLocalServer((_request, response) => {
    redirectTo(`${first.url}/back`, 307)(_request, response);
  });
  const first = await startLocalServer((request, response) => {
    if (request.url === "/back") response.end("arrived");
    else redirectTo(second.url, 307)(request, response);
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 5 });

  const answer = await guardedFetch(first.url, { method: "POST", headers: sentHeaders, body: "{}" });

  expect(await answer.text()).toBe("arrived");
  expect(first.requests[0]?.headers).toMatchObject(sentHeaders);
  for (const received of [second.requests[0], first.requests[1]]) {
    expect(received).toMatchObject({ method: "POST", body: "{}" });
    expect(received?.headers).toMatchObject({ accept: "application/json", "content-type": "application/json" });
    expect(JSON.stringify(received?.headers)).not.toContain("secret");
  }
});

test("the same origin gets all headers again", async () => {
  const server = await startLocalServer((request, response) => {
    if (request.url === "/next") response.end();
    else redirectTo("/next", 308)(request, response);
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 5 });

  await guardedFetch(server.url, { method: "PUT", headers: sentHeaders, body: "{}" });

  expect(server.requests[1]).toMatchObject({ method: "PUT", body: "{}", headers: sentHeaders });
});

test.each([
  ["POST", 301, "GET", ""],
  ["POST", 302, "GET", ""],
  ["PUT", 302, "PUT", "{}"],
  ["POST", 303, "GET", ""],
  ["PUT", 303, "GET", ""],
  ["POST", 307, "POST", "{}"],
  ["POST", 308, "POST", "{}"],
])("%s with status %d continues as %s with the body %o", async (method, status, nextMethod, nextBody) => {
  const server = await startLocalServer((request, response) => {
    if (request.url === "/next") response.end();
    else redirectTo("/next", status)(request, response);
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, redirectsMax: 5 });

  await guardedFetch(server.url, { method, headers: { "content-type": "application/json" }, body: "{}" });

  expect(server.requests[1]).toMatchObject({ method: nextMethod, body: nextBody });
  expect(server.requests[1]?.headers["content-type"]).toBe(nextBody === "" ? undefined : "application/json");
});
