export interface XmlElement {
  /** Without its namespace. */
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** Empty if it has children. */
  readonly text: string;
}

export class XmlError extends Error {}

// Responses of S3 have four levels.
const depthMax = 16;

// Neither document types nor entities of their own: they are how XML reads files and grows without bounds.
const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w.:-]*)(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|([^<]+)/y;

interface OpenElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/** The root element of a document. Attributes are skipped: responses of S3 have no other than namespaces. */
export function parseXml(document: string): XmlElement {
  const top: OpenElement = { name: "", children: [], text: "" };
  const open = [top];
  const pattern = new RegExp(token);
  while (pattern.lastIndex < document.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(document);
    if (match === null) {
      throw new XmlError(`Invalid XML at character ${at}.`);
    }
    takeToken(match, open);
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length > 1 || top.text.trim() !== "") {
    throw new XmlError("XML without exactly one complete root element.");
  }
  return root;
}

function takeToken(match: RegExpExecArray, open: OpenElement[]): void {
  const [, raw, closing, tag, selfClosing, text] = match;
  const current = open.at(-1);
  if (current === undefined) {
    throw new XmlError("An element was closed that is not open.");
  }
  current.text += raw ?? decodeEntities(text ?? "");
  if (tag === undefined) {
    return;
  }
  const name = tag.replace(/^.*:/, "");
  if (closing === "") {
    open.push({ name, children: [], text: "" });
  }
  if (open.length > depthMax) {
    throw new XmlError("XML that is nested too deeply.");
  }
  if (closing === "/" || selfClosing === "/") {
    closeElement(name, open);
  }
}

function closeElement(name: string, open: OpenElement[]): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (element === undefined || parent === undefined || element.name !== name) {
    throw new XmlError(`The element ${name} was closed, but is not open.`);
  }
  parent.children.push({ ...element, text: element.children.length === 0 ? element.text : "" });
}

const namedEntities = new Map(Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }));
const codePointMax = 0x10_ff_ff;

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hexadecimal, decimal, name) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return namedEntities.get(name) ?? (code <= codePointMax ? String.fromCodePoint(code) : whole);
  });
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** Empty if there is none. */
export function textOf(element: XmlElement, name: string): string {
  return childOf(element, name)?.text ?? "";
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
