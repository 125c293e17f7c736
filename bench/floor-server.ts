import Fastify from "fastify";
import pg from "pg";
import { reportAddress } from "./report-address.ts";

/** The minimum that any service must do: a bare route with one prepared statement. */
async function startFloor(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const app = Fastify();
  app.get<{ Params: { id: string } }>("/floor/:id", async (request) => {
    const { rows } = await pool.query({
      name: "floor",
      text: "select id, props from bench_floor where id = $1",
      values: [request.params.id],
    });
    return rows[0];
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  reportAddress(app.listeningOrigin);
}

await startFloor(process.argv[2] ?? "");
