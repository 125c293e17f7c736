import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** How long the rest of a body that was refused is still read, so that its sender gets to see why. */
const lingerMs = 3_000;

/** Makes a scope in which bodies of any type are left to the handler. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  void scope.register(multipart);
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  // What is encoded is stored as it comes, or refused; never decoded on the way.
  scope.addHook("onRoute", (route) => {
    route.decompress = false;
  });
  scope.addHook("onResponse", (request, _reply, done) => {
    dropTheRest(request);
    done();
  });
}

/** Nobody waits for a body that was answered already: it is read and forgotten, and after a while cut off. */
function dropTheRest({ raw }: FastifyRequest): void {
  if (raw.complete) {
    return;
  }
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), lingerMs);
  raw.once("close", () => clearTimeout(cut));
}
