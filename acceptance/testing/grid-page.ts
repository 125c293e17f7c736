import type { Page } from "playwright-core";

export const rowNamed = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** The cell of a row in the column with this heading. */
export async function cellOf(page: Page, name: string, heading: string) {
  const place = await page.getByRole("columnheader", { name: heading }).getAttribute("aria-colindex");
  return rowNamed(page, name).locator(`td[aria-colindex="${place}"]`);
}

export const namesOf = (page: Page) => page.getByRole("row").getByRole("link").allTextContents();

export async function readLines(download: { createReadStream(): Promise<AsyncIterable<Buffer>> }): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8").split("\r\n");
}
