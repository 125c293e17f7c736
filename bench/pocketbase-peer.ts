import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../acceptance/testing/free-port.ts";
import { draft } from "./entity-bench.ts";
import { cacheFolder, fields, type Peer, peerId, priceChange, run, startPeer } from "./peer.ts";
import { entityCount } from "./scale.ts";

const version = "0.39.11";
const program = join(cacheFolder, `pocketbase-${version}`, "base");
const email = "bench@example.com";
const fieldTypes: Readonly<Record<string, string>> = { string: "text", number: "number", boolean: "bool" };

/** Built from its Go module; its database is SQLite, in the same process. */
export const pocketBase: Peer = {
  name: `PocketBase ${version}`,

  install() {
    if (!existsSync(program)) {
      const main = `github.com/pocketbase/pocketbase/examples/base@v${version}`;
      // As its makers build their releases.
      run("go", ["install", "-trimpath", main], { GOBIN: join(program, ".."), CGO_ENABLED: "0" });
    }
  },

  async start(world, folder) {
    const password = randomUUID();
    const migrations = join(folder, "migrations");
    await mkdir(migrations);
    await writeFile(join(migrations, "1_items.js"), migrationOf(password), { mode: 0o600 });
    const address = `http://127.0.0.1:${await freePort()}`;
    const args = ["serve", `--http=${new URL(address).host}`, `--dir=${folder}/data`, `--migrationsDir=${migrations}`];
    const pid = await startPeer(world, { program, args, folder, healthUrl: `${address}/api/health` });
    const records = "/api/collections/items/records";
    return {
      server: { address, pid },
      headers: { authorization: await signIn(address, password) },
      requests: {
        get: { method: "GET", path: `${records}/${peerId}` },
        create: { method: "POST", path: records, body: draft },
        update: { method: "PATCH", path: `${records}/${peerId}`, body: priceChange },
      },
      usesPostgres: false,
    };
  },
};

/** Run by PocketBase before it serves: no request log, like the service's, a superuser, and the entities. */
function migrationOf(password: string): string {
  const columns = fields.map(({ name, type }) => ({ name, type: fieldTypes[type] }));
  const dates = [
    { name: "created", type: "autodate", onCreate: true },
    { name: "updated", type: "autodate", onCreate: true, onUpdate: true },
  ];
  const now = "strftime('%Y-%m-%d %H:%M:%fZ')";
  const fill = `insert into items (id, created, updated, ${fields.map(({ name }) => name).join(", ")})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${entityCount})
    select printf('${peerId}', n), ${now}, ${now}, ${fields.map(({ sql }) => sql).join(", ")} from numbers`;
  return `migrate((app) => {
    const settings = app.settings();
    settings.logs.maxDays = 0;
    app.save(settings);
    const superuser = new Record(app.findCollectionByNameOrId("_superusers"));
    superuser.set("email", ${JSON.stringify(email)});
    superuser.set("password", ${JSON.stringify(password)});
    app.save(superuser);
    app.save(new Collection({ type: "base", name: "items", fields: ${JSON.stringify([...columns, ...dates])} }));
    app.db().newQuery(${JSON.stringify(fill)}).execute();
  });`;
}

async function signIn(address: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/collections/_superusers/auth-with-password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identity: email, password }),
  });
  const { token }: { token: string } = JSON.parse(await answer.text());
  return token;
}
