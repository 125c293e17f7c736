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

## Entities

An entity has a kind (\`item\`), a type path (\`item:product:apparel\`), system fields and the properties of its type, all
flat beside each other. What is empty is absent. An open type, which all are at first, stores properties that it does not
know and learns subtypes that it meets; a strict one refuses both and names the nearest match. \`federatedId\` is the
caller's own key: \`PUT /items/federated/{federatedId}\` creates or changes.

A PUT changes the fields that it sends, and \`null\` clears. What was read may be sent back as it is. \`POST …/batch\` takes
up to 10,000 operations, all or none unless \`atomic\` is false. Every write takes \`dryRun=true\`; POSTs take an
\`Idempotency-Key\`.

## Lists

Lists answer \`{"results": […], "nextPageKey": "…"}\`. Send \`nextPageKey\` back for the next page; the last page has none.
A page may hold fewer than \`limit\` although there are more: large pages end early.
\`limit\` is 1 to 1000, by default 100. Objects in a query are written as jsurl or as URL-encoded JSON:

\`\`\`sh
curl … "http://127.0.0.1:3000/api/items?criteria=~(color~'olive~price~(gt~100))&order=~(orderField~'price~order~'desc)"
\`\`\`

\`criteria\` takes any field: a scalar is equal, a list is any of, \`null\` is empty, and \`gt gte lt lte ne in nin contains
startsWith exists\`, \`BETWEEN a and b\` and \`or: […]\` do the rest. \`typePath\` matches a path and all below it.

## Change history

\`GET /change-history?after=beginning\` begins a poll; go on with \`after=\` and the \`coveredUntil\` of the answer. The log
is in the order of commits: nothing ever appears before what you have seen. \`wait=30\` holds the answer until there is
something. A poll by dates (\`criteria=~(createdOn~'BETWEEN*202026-11-01*20and*202026-11-30)\`) includes both days.

## Versions

\`version\` counts the changes of an object and is its \`ETag\`. Send it in \`If-Match\` to change only what you have read:
if somebody was faster, the answer is 412.

## Rate limits

\`RateLimit-Policy\` and \`RateLimit\` tell what a key may do and what is left of it. Beyond it calls answer 429 with
\`Retry-After\`: wait so long, then go on with exponential backoff.
`.trim();
