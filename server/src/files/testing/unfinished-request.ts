import { once } from "node:events";
import http from "node:http";

/** A request whose body is written by hand, and may be aborted. */
export interface UnfinishedRequest {
  write(bytes: string | Uint8Array): Promise<void>;
  breakOff(): void;
}

export function beginRequest(url: string, method: string, headers: http.OutgoingHttpHeaders): UnfinishedRequest {
  const request = http.request(url, { method, headers, agent: false });
  request.on("error", () => {}); // Aborted on purpose.
  request.flushHeaders();
  return {
    async write(bytes) {
      if (!request.write(bytes)) {
        await once(request, "drain");
      }
    },
    breakOff: () => request.destroy(),
  };
}
