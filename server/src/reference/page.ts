import { type ErrorCode, errorCodes, errorDefinitions, type ProblemBody } from "@weft/contract";

/** A page without external resources. */
export interface Page {
  readonly title: string;
  /** Trusted HTML: texts in it are escaped with escapeHtml. */
  readonly body: string;
}

export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": securityPolicy({}),
};

/** Nothing of other hosts, no inline scripts, no frames. A page with scripts of its own says what they need. */
export function securityPolicy(allowed: Readonly<Record<string, string>>): string {
  const directives = {
    "default-src": "'none'",
    "style-src": "'unsafe-inline'",
    "img-src": "'self'",
    "font-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    ...allowed,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/** Two warp threads, with the weft over one and under the other. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f49a8"/>
<g fill="none" stroke-width="5" stroke-linecap="round"><path d="M11 6v20M21 6v20" stroke="#9db2ff"/><path d="M6 16h10" stroke="#fff"/>
<path d="M25 16h1" stroke="#fff"/></g></svg>`;

export function renderPage({ title, body }: Page): string {
  return renderDocument({ title, styles, body: `${renderHeader()}<main>${body}</main>` });
}

interface DocumentInput extends Page {
  readonly styles: string;
  /** Trusted HTML: the scripts of the page. */
  readonly scripts?: string;
}

/** The document shared by all pages; the page's styles follow the palette. */
export function renderDocument({ title, styles, body, scripts = "" }: DocumentInput): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.ico">
<link rel="license" href="/docs/assets/inter-license.txt" title="License of the font">
<style>${palette}${styles}</style>
${scripts}</head>
<body>${body}</body>
</html>
`;
}

const sites = { "/docs": "Guides", "/api/docs": "API reference", "/": "Console" };

interface HeaderInput {
  /** The link that is marked. */
  readonly current?: keyof typeof sites;
  /** Trusted HTML between the name and the links. */
  readonly controls?: string;
}

/** The bar at the top of all pages. */
export function renderHeader({ current, controls = "" }: HeaderInput = {}): string {
  const links = Object.entries(sites).map(
    ([address, name]) => `<a href="${address}"${address === current ? ' aria-current="true"' : ""}>${name}</a>`,
  );
  return `<header class="top"><a class="home" href="/docs">${icon.replace("<svg", '<svg aria-hidden="true"')}<span>Weft</span></a>${controls}
<nav aria-label="Site">${links.join(" ")}</nav></header>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The font and colors of the console, following the reader's theme, and the bar at the top. Paper is light. */
const palette = `
@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("/docs/assets/inter.woff2") format("woff2"); }
:root { color-scheme: light; --ink: #1a1a19; --soft: #52524d; --faint: #6b6b65; --line: #e3e3e1; --paper: #fff; --shade: #f7f7f6; --well: #ececeb; --code-shade: #f2f2f2;
  --link: #2f49a8; --mark: #fff0b3; --good: #1b6b43; --warn: #8a5200; --bad: #b3261e; --violet: #6f3fa0;
  --text-font: "Inter Variable", system-ui, sans-serif; --code-font: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --ink: #ededeb; --soft: #b8b8b3; --faint: #979790; --line: #353533;
  --paper: #131312; --shade: #1b1b1a; --well: #2b2b2b; --code-shade: #262625; --link: #a9baf5; --mark: #594a12; --good: #6ccb98; --warn: #e6b05c; --bad: #f5998f; --violet: #d3b3f5; } }
body { margin: 0; background: var(--paper); color: var(--ink); }
header.top { box-sizing: border-box; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; min-height: 3.5rem; padding: .5rem 1.5rem;
  background: var(--paper); border-bottom: 1px solid var(--line); font: 14px/20px var(--text-font); }
header.top a { color: var(--link); text-decoration: none; }
header.top a[aria-current] { color: var(--ink); font-weight: 550; }
header.top a:hover { text-decoration: underline; }
header.top a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
header.top a.home { display: flex; align-items: center; gap: .5rem; color: var(--ink); font-size: 16px; font-weight: 650; }
header.top .home svg { width: 28px; height: 28px; }
header.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-left: auto; }
@media print { header.top { display: none; } }
`;

/** Text as our own pages show it; the reference has its own styles. */
export const textStyles = `
* { box-sizing: border-box; }
body { font: 16px/1.6 var(--text-font); }
a { color: var(--link); text-underline-offset: .15em; }
:is(a, button, summary, [tabindex]):focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
code, pre { font: .875em/1.55 var(--code-font); }
`;

const styles = `${textStyles}
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.5rem; overflow-wrap: break-word; }
h1 { font-size: 1.75rem; font-weight: 650; line-height: 1.25; margin: 0 0 .5rem; }
p.lead { color: var(--soft); margin-top: 0; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
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
