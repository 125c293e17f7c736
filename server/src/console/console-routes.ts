import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../platform/errors.ts";
import { preferredEncoding } from "../platform/http/preferred-encoding.ts";
import { pathOf } from "../platform/http/problem-response.ts";
import { versionText } from "../platform/own-package.ts";
import type { ConsoleAsset, ConsoleFiles, ContentEncoding } from "./console-files.ts";

/** Placeholder in the built page for the nonce of a response. */
const noncePlace = "__NONCE__";
/** Placeholder for the version, which the console shows. */
const versionPlace = "__VERSION__";
const reservedPaths = /^\/(api|docs|errors|mcp|oauth|metrics|health|assets|\.well-known)(\/|$)/;

export function registerConsoleRoutes(app: FastifyInstance, { page, assets }: ConsoleFiles): void {
  app.get("/", (_request, reply) => sendPage(page, reply));
  app.get<{ Params: { name: string } }>("/assets/:name", (request, reply) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) {
      throw notFound("file of the console", request.params.name);
    }
    const [encoding, bytes] = chooseEncoding(asset, request.headers["accept-encoding"]);
    return reply
      .headers({
        "content-type": asset.type,
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
        ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
      })
      .send(bytes);
  });
}

/** The page for every URL that no other route handles: the console does its own routing. */
export function sendConsolePage({ page }: ConsoleFiles, request: FastifyRequest, reply: FastifyReply): boolean {
  const isPage = request.method === "GET" && wantsHtml(request) && !reservedPaths.test(pathOf(request.url));
  if (isPage) {
    void sendPage(page, reply);
  }
  return isPage;
}

function sendPage(page: string, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .code(200)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": securityPolicy(nonce),
    })
    .send(page.replaceAll(noncePlace, nonce).replace(versionPlace, versionText));
}

/** A program that requests a wrong URL does not accept HTML, and gets a problem it can parse. */
function wantsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}

/** Scripts are our own files. Styles created by components carry the nonce. Nothing is requested from other hosts. */
function securityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function chooseEncoding({ bytes }: ConsoleAsset, accepted: string | undefined): [ContentEncoding, Buffer] {
  const encoding = preferredEncoding(accepted, (one) => bytes[one] !== undefined);
  const packed = encoding && bytes[encoding];
  if (encoding !== undefined && packed !== undefined) {
    return [encoding, packed];
  }
  bytes.identity ??= gunzipSync(bytes.gzip ?? Buffer.alloc(0));
  return ["identity", bytes.identity];
}
