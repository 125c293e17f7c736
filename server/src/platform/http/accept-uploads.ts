import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** How long the rest of a rejected body is still read, so that its sender receives the response. */
const lingerMs = 3_000;

/** Creates a scope in which bodies of any type are left to the handler. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  void scope.register(multipart);
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  // Encoded content is stored as sent, or rejected; never decoded on the way.
  scope.addHook("onRoute", (route) => {
    route.decompress = false;
  });
  scope.addHook("onResponse", (request, _reply, done) => {
    dropTheRest(request);
    done();
  });
}

/** The rest of a body that was already answered is read and discarded, and cut off after a while. */
function dropTheRest({ raw }: FastifyRequest): void {
  if (raw.complete) {
    return;
  }
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), lingerMs);
  raw.once("close", () => clearTimeout(cut));
}
