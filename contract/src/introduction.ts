/** The first page of the reference, in Markdown. */
export const introduction = `
Weft keeps product data (items, seasons, assortments, colors and custom entities) and exchanges it between the systems
of a company.

## Authentication

Every call carries a key and the slug of its organization, or an access token:

\`\`\`sh
curl -H 'X-Api-Key: app:weft_…' -H 'X-Api-Org: demo' http://127.0.0.1:3000/api/whoami
curl -H 'Authorization: bearer weft_token_…' http://127.0.0.1:3000/api/whoami
\`\`\`

A wrong, expired or revoked credential, a slug that is not its own and malformed headers all answer with the same 401.

## Errors

Errors are problems (RFC 9457, \`application/problem+json\`). \`code\` is a stable word for programs, \`detail\` says what
to do, \`errors\` lists every fault of the request with a pointer to it, and \`requestId\` finds the call in the logs.
Each code has a page at \`/errors/{code}\`.

## Lists

Lists answer \`{"results": […], "nextPageKey": "…"}\`. Send \`nextPageKey\` back for the next page; the last page has none.
\`limit\` is 1 to 1000, by default 100.

## Versions

\`version\` counts the changes of an object and is its \`ETag\`. Send it in \`If-Match\` to change only what you have read:
if somebody was faster, the answer is 412.

## Rate limits

\`RateLimit-Policy\` and \`RateLimit\` tell what a key may do and what is left of it. Beyond it calls answer 429 with
\`Retry-After\`: wait so long, then go on with exponential backoff.
`.trim();
