import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../acceptance/testing/free-port.ts";
import { draft } from "./entity-bench.ts";
import { cacheFolder, fields, type Peer, peerId, priceChange, run, startPeer } from "./peer.ts";
import { entityCount } from "./scale.ts";

const version = "9.10.0";
const packages = join(cacheFolder, `parse-server-${version}`);
const database = "parse";

/** Installed from npm; its entities are in a database of their own on the service's PostgreSQL. */
export const parseServer: Peer = {
  name: `Parse Server ${version}`,

  install() {
    if (!existsSync(packages)) {
      const unfinished = `${packages}.part`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished, { recursive: true });
      const options = ["--prefix", unfinished, "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"];
      run("npm", ["install", ...options, `parse-server@${version}`]);
      renameSync(unfinished, packages);
    }
  },

  async start(world, folder) {
    const { client } = world;
    await client.query(`create database ${database}`);
    const { host, port, user = "" } = client;
    const address = `http://127.0.0.1:${await freePort()}`;
    const keys = { appId: "bench", masterKey: randomUUID() };
    const settings = {
      ...keys,
      serverURL: `${address}/parse`,
      host: "127.0.0.1",
      port: Number(new URL(address).port),
      databaseURI: `postgres://localhost/${database}`,
      databaseOptions: { host, port, user },
      // No request log, like the service's.
      silent: true,
      logsFolder: null,
    };
    await writeFile(join(folder, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
    const pid = await startPeer(world, {
      program: process.execPath,
      args: [join(packages, "node_modules/parse-server/bin/parse-server"), join(folder, "settings.json")],
      folder,
      env: { NODE_ENV: "production" },
      healthUrl: `${address}/parse/health`,
    });
    const headers = { "x-parse-application-id": keys.appId, "x-parse-master-key": keys.masterKey };
    const items = "/parse/classes/Item";
    await createClass(`${address}${items}`, headers);
    await fill(new pg.Client({ host, port, user, database }));
    return {
      server: { address, pid },
      headers,
      requests: {
        get: { method: "GET", path: `${items}/${peerId}` },
        create: { method: "POST", path: items, body: draft },
        update: { method: "PUT", path: `${items}/${peerId}`, body: priceChange },
      },
      usesPostgres: true,
    };
  },
};

/** Its first object creates the table, with a column for each property. */
async function createClass(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: draft,
  });
  if (answer.status !== 201) {
    throw new Error(`Parse Server did not create an object: ${await answer.text()}`);
  }
}

async function fill(client: pg.Client): Promise<void> {
  await client.connect();
  try {
    await client.query(
      `insert into "Item" ("objectId", "createdAt", "updatedAt", ${fields.map(({ name }) => `"${name}"`).join(", ")})
       select 'z' || lpad(n::text, 14, '0'), now(), now(), ${fields.map(({ sql }) => sql).join(", ")}
       from generate_series(1, ${entityCount}) n`,
    );
    await client.query(`vacuum analyze "Item"`);
  } finally {
    await client.end();
  }
}
