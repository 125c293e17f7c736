import { request } from "node:http";
import type { TestAnswer } from "../../testing/test-service.ts";

/** Header lines as sent; a name may be repeated. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** Sends a GET request with exactly these header lines, which fetch would join or reject. */
export async function callWithLines(url: string, lines: HeaderLines): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const headers = [["host", new URL(url).host], ...lines].flat();
    request(url, { headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(Object.entries(answer.headersDistinct).map(([name, values]) => [name, String(values)])),
          body: JSON.parse(Buffer.concat(chunks).toString()),
        }),
      );
    })
      .on("error", reject)
      .end();
  });
}
