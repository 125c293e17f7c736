import type { FastifyInstance } from "fastify";

export interface SecurityTxtOptions {
  readonly securityContacts: readonly string[];
  readonly publicUrl: string | undefined;
}

const path = "/.well-known/security.txt";
const validDays = 180;

/** RFC 9116. Served only with a contact of the operator: the project itself cannot fix an installation. */
export function registerSecurityTxt(app: FastifyInstance, options: SecurityTxtOptions): void {
  if (options.securityContacts.length > 0) {
    app.get(path, (_request, reply) =>
      reply.header("content-type", "text/plain; charset=utf-8").send(formatSecurityTxt(options, new Date())),
    );
  }
}

function formatSecurityTxt({ securityContacts, publicUrl }: SecurityTxtOptions, now: Date): string {
  const expires = new Date(now.getTime() + validDays * 24 * 60 * 60 * 1000);
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    ...(publicUrl?.startsWith("https:") === true ? [`Canonical: ${publicUrl}${path}`] : []),
    "",
  ].join("\n");
}
