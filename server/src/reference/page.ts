import { type ErrorCode, errorCodes, errorDefinitions, type ProblemBody } from "@weft/contract";

/** A page without external resources. */
export interface Page {
  readonly title: string;
  /** Trusted HTML: texts in it are escaped with escapeHtml. */
  readonly body: string;
}

export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** Two warp threads, with the weft over one and under the other. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f49a8"/>
<g fill="none" stroke-width="5" stroke-linecap="round"><path d="M11 6v20M21 6v20" stroke="#9db2ff"/><path d="M6 16h10" stroke="#fff"/>
<path d="M25 16h1" stroke="#fff"/></g></svg>`;

export function renderPage({ title, body }: Page): string {
  return renderDocument({ title, styles, body: `<main>${body}</main>` });
}

/** The document shared by all pages; the page's styles follow the palette. */
export function renderDocument({ title, styles, body }: Page & { readonly styles: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.ico">
<style>${palette}${styles}</style>
</head>
<body>${body}</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The colors of every page, following the reader's theme. */
const palette = `
:root { color-scheme: light dark; --ink: #1d2330; --soft: #566076; --line: #d9dee8; --paper: #fff; --shade: #f4f6fa; --link: #2f49a8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7eaf1; --soft: #a4adbf; --line: #333b4a; --paper: #141821; --shade: #1c222d; --link: #9db2ff; } }
`;

const styles = `
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 4rem 1.5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
p.lead { color: var(--soft); margin-top: 0; }
a { color: var(--link); }
code, pre { font: 14px/1.5 ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
`;

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
