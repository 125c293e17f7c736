/** The first page of the reference, in Markdown. */
export const introduction = `
Weft stores product data (items, seasons, assortments, colors and custom entities) and exchanges it between the systems
of a company.

## Authentication

Send a key and the slug of its organization, or an access token, with every request:

\`\`\`sh
curl -H 'X-Api-Key: app:weft_…' -H 'X-Api-Org: demo' http://127.0.0.1:3000/api/whoami
curl -H 'Authorization: bearer weft_token_…' http://127.0.0.1:3000/api/whoami
\`\`\`

An invalid, expired or revoked credential, the slug of another organization and malformed headers all return the same
401.

## Errors

Errors are problems (RFC 9457, \`application/problem+json\`). \`code\` is a stable identifier for programs, \`detail\` says
what to do, \`errors\` lists every error in the request with a pointer to it, and \`requestId\` identifies the request in
the logs. Each code has a page at \`/errors/{code}\`.

## Entities

An entity has a kind (\`item\`), a type path (\`item:product:apparel\`), system fields and the properties of its type, all
at the top level. Empty fields are omitted. An open type, which is the default, stores undefined properties and creates
subtypes on first use; a strict type rejects both and suggests the closest match. \`federatedId\` is the external ID:
\`PUT /items/federated/{federatedId}\` creates or updates.

A PUT updates the fields that it sends, and \`null\` clears a field. You can send back an object as you read it.
\`POST …/batch\` accepts up to 10,000 operations and is atomic unless \`atomic\` is false. Every write accepts
\`dryRun=true\`; POST requests accept an \`Idempotency-Key\`.

## Lists

Lists return \`{"results": […], "nextPageKey": "…"}\`. Send \`nextPageKey\` for the next page; the last page has none.
A page may hold fewer than \`limit\` results even if there are more, because page size in bytes is limited.
\`limit\` is 1 to 1000 (default: 100). Write objects in a query as jsurl or as URL-encoded JSON:

\`\`\`sh
curl … "http://127.0.0.1:3000/api/items?criteria=~(color~'olive~price~(gt~100))&order=~(orderField~'price~order~'desc)"
\`\`\`

\`criteria\` accepts any field: a scalar means equal, a list any of its values, \`null\` empty. Operators are \`gt gte lt lte
ne in nin contains matches startsWith exists\` and \`BETWEEN a and b\`; the groups \`and: […]\` and \`or: […]\` combine criteria.
\`item.category\` compares a field of what a reference leads to. \`typePath\` matches a path and all below it. \`order\` also
accepts a list of up to three orders.

\`GET /items/aggregate?groupBy=color,price:50&metrics=sum:price\` counts and sums the entities of a list by group.

## Change history

\`GET /change-history?after=beginning\` starts polling; continue with \`after=\` and the \`coveredUntil\` of the response.
The log is in commit order: no record ever appears before one that you have read. \`wait=30\` holds the response until
there are records. A date range (\`criteria=~(createdOn~'BETWEEN*202026-11-01*20and*202026-11-30)\`) includes both days.

## Versions

\`version\` counts the changes of an object and is its \`ETag\`. Send it in \`If-Match\` to change only the version that you
read: if the object was changed since, the request returns 412.

## Rate limits

\`RateLimit-Policy\` and \`RateLimit\` show a key's limit and the remaining quota. Requests over the limit return 429 with
\`Retry-After\`: wait that long, then retry with exponential backoff.
`.trim();
