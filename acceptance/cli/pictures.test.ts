import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf } from "../../client/src/testing/zip-of.ts";
import { type Desk, openDesk } from "../testing/desk.ts";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const properties = [{ slug: "picture", label: "Picture", propertyType: "image" }];
  await desk.service.call("PUT", "/entity-types/item", { body: { properties } });
  await desk.file("items.yaml", "loadType: [ITEM]");
});

afterAll(() => desk.close());

async function picture(path: string, pixels = path): Promise<void> {
  await mkdir(dirname(join(desk.folder, path)), { recursive: true });
  await writeFile(join(desk.folder, path), pixels);
}

async function pictureOf(federatedId: string): Promise<string | undefined> {
  const { body } = await desk.service.call("GET", `/items/federated/${federatedId}`);
  if (body.picture === undefined) return undefined;
  return (await desk.service.call("GET", `/files/${body.picture}`)).body.fileName;
}

test("the pictures of a folder are uploaded and matched by name; a second load uploads only new ones", async () => {
  await picture("photos/P-1.jpg");
  await picture("photos/coats/P-2.PNG");
  await picture("photos/.P-3.jpg");
  await picture("photos/notes.txt");
  const csv = await desk.file("a.csv", "itemFamilyFederatedId,name,Picture", "A1,One,P-1.jpg", "A2,Two,p-2.png");

  const first = await desk.weft(["load", csv, "items.yaml", "--pictures", "photos"]);
  await picture("photos/P-1.jpg", "other pixels");
  const second = await desk.weft(["load", csv, "items.yaml", "--pictures", "photos"]);

  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("2 pictures uploaded, 0 already stored.") });
  expect(second.stderr).toContain("1 picture uploaded, 1 already stored.");
  expect([await pictureOf("A1"), await pictureOf("A2")]).toEqual(["P-1.jpg", "P-2.PNG"]);
});

test("the pictures of a zip archive are uploaded", async () => {
  const zip = zipOf([{ name: "coats/Z-1.jpg", text: "pixels ".repeat(500) }]);
  await writeFile(join(desk.folder, "photos.zip"), zip);
  const csv = await desk.file("z.csv", "itemFamilyFederatedId,name,Picture", "Z1,One,Z-1.jpg");

  const { code, stderr } = await desk.weft(["load", csv, "items.yaml", "--pictures", "photos.zip"]);

  expect([code, stderr]).toEqual([0, expect.stringContaining("1 picture uploaded")]);
  expect(await pictureOf("Z1")).toBe("Z-1.jpg");
});

test("a picture that the folder lacks is reported with its row", async () => {
  await picture("few/P-9.jpg");
  const csv = await desk.file("b.csv", "itemFamilyFederatedId,name,Picture", "B1,One,P-8.jpg");

  const { code, stdout } = await desk.weft(["load", csv, "items.yaml", "--pictures", "few"]);

  expect(code).toBe(0);
  expect(stdout).toContain("picture refers to P-8.jpg, but there is no file with that name or id.");
});

test.each([
  { title: "a folder without pictures", paths: ["empty/notes.txt"], given: "empty", message: "empty has no pictures." },
  { title: "a text", paths: ["notes.txt"], given: "notes.txt", message: "is neither a folder nor a zip archive." },
  { title: "two equal names", paths: ["two/a/P.jpg", "two/b/p.JPG"], given: "two", message: "have the same name" },
])("$title is an error, and nothing is loaded", async ({ paths, given, message }) => {
  for (const path of paths) await picture(path);
  const csv = await desk.file("c.csv", "itemFamilyFederatedId,name", "C1,One");

  const { code, stderr } = await desk.weft(["load", csv, "items.yaml", "--pictures", given]);

  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain(message);
  expect((await desk.service.call("GET", "/items/federated/C1")).status).toBe(404);
});
