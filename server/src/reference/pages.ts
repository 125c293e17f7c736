import { type ErrorCode, errorCodes, errorDefinitions, type ProblemBody } from "@weft/contract";
import { escapeHtml, type Page } from "./page.ts";

export function homePage(origin: string): Page {
  const base = escapeHtml(`${origin}/api`);
  return {
    title: "Weft",
    body: `<h1>Weft</h1>
<p class="lead">A product data service. It is running.</p>
<p>The API starts at <code>${base}</code>. With the key of <code>first-credentials.json</code> in the data directory:</p>
<pre>curl -H "X-Api-Key: $KEY" -H "X-Api-Org: $ORG" ${base}/whoami</pre>
<ul>
<li><a href="/docs">Guides</a></li>
<li><a href="/api/docs">API reference</a></li>
<li><a href="/api/openapi.json">OpenAPI document</a></li>
<li><a href="/errors">Error codes</a></li>
<li><a href="/health/ready">Health</a></li>
</ul>`,
  };
}

export function errorsPage(): Page {
  const rows = errorCodes.map(
    (code) => `<tr><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${errorDefinitions[code].status}</td>
<td>${escapeHtml(errorDefinitions[code].title)}</td></tr>`,
  );
  return {
    title: "Error codes",
    body: `<h1>Error codes</h1>
<p class="lead">Every problem response has one of these values as its <code>code</code>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`,
  };
}

export function errorPage(code: ErrorCode): Page {
  const { status, title, help } = errorDefinitions[code];
  return {
    title: `${code} (${status})`,
    body: `<h1>${escapeHtml(title)}</h1>
<p class="lead"><code>${code}</code>, HTTP status ${status}</p>
<p>${escapeHtml(help)}</p>
<p><a href="/errors">All error codes</a></p>`,
  };
}

/** The page for a problem met during browser navigation, such as on return from an identity provider. */
export function problemPage({ title, detail, code, requestId }: ProblemBody): Page {
  return {
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="/sign-in">Go to sign-in</a> · <a href="/">Go to console</a></p>
<p class="lead"><a href="/errors/${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a>, request
<code>${escapeHtml(requestId)}</code></p>`,
  };
}
