import Fastify from "fastify";
import pg from "pg";
import { reportAddress } from "./report-address.ts";

/** The minimum that any service must do with entities: bare routes, each with one prepared statement, no history. */
async function startFloor(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const query = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name, text, values })).rows;
  const app = Fastify();
  const org = "org";
  app.get<{ Params: { id: string } }>("/items/:id", async ({ params }) => {
    const rows = await query(
      "get",
      "select * from floor_entities where org_id = $1 and entity_type = 'item' and id = $2",
      [org, params.id],
    );
    return rows[0];
  });
  app.get<{ Querystring: { after: string } }>("/items", async ({ query: { after } }) => {
    const text =
      "select * from floor_entities where org_id = $1 and entity_type = 'item' and id > $2 order by id limit 100";
    return { results: await query("list", text, [org, after]) };
  });
  app.post<{ Body: { name: string } }>("/items", async ({ body: { name, ...properties } }) => {
    const text = `insert into floor_entities (org_id, entity_type, id, type_path, name, properties)
      values ($1, 'item', 'n' || lpad(nextval('floor_ids')::text, 15, '0'), 'item', $2, $3) returning *`;
    return (await query("create", text, [org, name, JSON.stringify(properties)]))[0];
  });
  app.put<{ Params: { id: string }; Body: object }>("/items/:id", async ({ params, body }) => {
    const text = `update floor_entities set properties = properties || $3, version = version + 1, updated_on = now()
      where org_id = $1 and entity_type = 'item' and id = $2 returning *`;
    return (await query("update", text, [org, params.id, JSON.stringify(body)]))[0];
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  reportAddress(app.listeningOrigin);
}

await startFloor(process.argv[2] ?? "");
