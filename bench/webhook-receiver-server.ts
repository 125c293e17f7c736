import { createServer } from "node:http";
import { reportAddress } from "./report-address.ts";

let count = 0;

/** Counts messages and responds immediately; GET returns the count. */
const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify({ count }));
    return;
  }
  request.resume().on("end", () => {
    count += 1;
    response.writeHead(204).end();
  });
});

server.listen(0, "127.0.0.1", () => {
  const bound = server.address();
  reportAddress(`http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`);
});
