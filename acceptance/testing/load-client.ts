import { setTimeout as delay } from "node:timers/promises";

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Json = any;

export interface LoadClientOptions {
  /** Read for each request: another node may serve it by then. */
  readonly address: () => string;
  readonly headers: Readonly<Record<string, string>>;
  /** Repeats a request while it returns 503, which has had no effect. */
  readonly isPatient?: boolean;
}

const patienceMs = 120_000;
const retryMs = 100;

/** Load operations over HTTP. */
export class LoadClient {
  readonly #options: LoadClientOptions;

  constructor(options: LoadClientOptions) {
    this.#options = options;
  }

  async call(method: string, path: string, body?: object): Promise<Json> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.#send(method, path, text, "application/json");
    return JSON.parse((await answer.text()) || "{}");
  }

  async upload(csv: string): Promise<string> {
    const answer = await this.#send("POST", "/files?fileName=rows.csv", csv, "application/octet-stream");
    return JSON.parse(await answer.text()).id;
  }

  async download(id: string): Promise<string> {
    return (await this.#send("GET", `/files/${id}/content`)).text();
  }

  /** Returns the id of the load. */
  async start(csv: string, configuration: object): Promise<string> {
    const fileLocation = await this.upload(csv);
    return (await this.call("POST", "/loader-processes", { ...configuration, fileLocation })).id;
  }

  async load(csv: string, configuration: object): Promise<Json> {
    return this.ended(await this.start(csv, configuration));
  }

  async ended(id: string): Promise<Json> {
    for (;;) {
      const load = await this.call("GET", `/loader-processes/${id}?wait=5`);
      if (load.status !== "pending" && load.status !== "running") {
        return load;
      }
    }
  }

  /** All entities of a kind. */
  async all(plural: string): Promise<Json[]> {
    const found: Json[] = [];
    for (let next = ""; ; ) {
      const { results, nextPageKey } = await this.call("GET", `/${plural}?limit=1000${next}`);
      found.push(...results);
      if (nextPageKey === undefined) {
        return found;
      }
      next = `&nextPageKey=${encodeURIComponent(nextPageKey)}`;
    }
  }

  async #send(method: string, path: string, body?: string, contentType = ""): Promise<Response> {
    const { address, headers, isPatient = false } = this.#options;
    const deadline = Date.now() + (isPatient ? patienceMs : 0);
    for (;;) {
      const answer = await fetch(`${address()}/api${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": contentType }) },
        ...(body === undefined ? {} : { body }),
      });
      if (answer.status < 300) return answer;
      const text = await answer.text();
      if (answer.status !== 503 || Date.now() >= deadline) {
        throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      }
      await delay(retryMs);
    }
  }
}
