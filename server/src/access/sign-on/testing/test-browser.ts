export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

const redirectsMax = 20;

/** The parts of a browser that a sign-on needs: cookies, redirects and forms. */
export class TestBrowser {
  #cookies: Cookie[] = [];
  readonly #stopBefore: string;

  /** URLs that start with stopBefore are not opened; they stay the location of the previous page. */
  constructor(stopBefore = "nothing") {
    this.#stopBefore = stopBefore;
  }

  async open(url: string, form?: URLSearchParams): Promise<Page> {
    let page = await this.#request(url, form);
    for (let redirects = 0; locationOf(page) !== undefined; redirects += 1) {
      const location = locationOf(page) ?? "";
      if (location.startsWith(this.#stopBefore) || redirects === redirectsMax) {
        break;
      }
      page = await this.#request(location);
    }
    return page;
  }

  /** Submits the page's form with its current field values and the given ones. */
  async submit(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    const form = readForm(page);
    return this.open(form.action, new URLSearchParams({ ...form.fields, ...fields }));
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  async #request(url: string, form?: URLSearchParams): Promise<Page> {
    const { pathname } = new URL(url);
    const cookies = this.#cookies.filter(({ path }) => pathname.startsWith(path));
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const header of answer.headers.getSetCookie()) {
      this.#keep(header);
    }
    return { url, status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Like a real browser, one jar for all ports of a host; the tests use only one host. */
  #keep(header: string): void {
    const [pair = "", ...attributes] = header.split("; ");
    const [name = ""] = pair.split("=");
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice("path=".length) ?? "/";
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    const value = pair.slice(name.length + 1);
    if (value !== "") {
      this.#cookies.push({ name, value, path });
    }
  }
}

/** The URL that the page redirects to. */
export function locationOf(page: Page): string | undefined {
  const location = page.headers.get("location");
  return location === null ? undefined : new URL(location, page.url).href;
}

function readForm({ url, text }: Page): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*\saction="([^"]*)"/.exec(text)?.[1];
  if (action === undefined) {
    throw new Error(`There is no form at ${url}: ${text}`);
  }
  const inputs = [...text.matchAll(/<input[^>]*>/g)].map(([tag]) => ({
    name: /\sname="([^"]*)"/.exec(tag)?.[1] ?? "",
    value: /\svalue="([^"]*)"/.exec(tag)?.[1] ?? "",
  }));
  const fields = inputs.filter(({ name }) => name !== "").map(({ name, value }) => [name, value] as const);
  return { action: new URL(action.replaceAll("&amp;", "&"), url).href, fields: Object.fromEntries(fields) };
}
