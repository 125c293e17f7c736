import { createServer } from "node:http";
import { connect } from "node:net";
import { unbracketedHost } from "../../network-address.ts";
import { listen, portOf } from "./local-server.ts";

export interface ConnectProxy {
  readonly url: URL;
  /** The target and the credentials of each CONNECT. */
  readonly calls: readonly { readonly authority: string | undefined; readonly authorization: string | undefined }[];
}

/** A proxy on loopback that opens a connection for each CONNECT, unless it is given a status to return instead. */
export async function startConnectProxy(refusal?: (authority: string) => string | undefined): Promise<ConnectProxy> {
  const calls: { authority: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer((_request, response) => response.writeHead(400).end("only CONNECT"));
  server.on("connect", (request, client, head) => {
    const authority = request.url ?? "";
    calls.push({ authority, authorization: request.headers["proxy-authorization"] });
    const refused = refusal?.(authority);
    if (refused !== undefined) {
      client.end(`HTTP/1.1 ${refused}\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${authority}`);
    const target = connect(port === "" ? 80 : Number(port), unbracketedHost(hostname), () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    client.on("error", () => target.destroy()).on("close", () => target.destroy());
  });
  await listen(server, "127.0.0.1", 0);
  return { url: new URL(`http://127.0.0.1:${portOf(server)}`), calls };
}
