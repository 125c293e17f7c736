import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";

let world: Console;

beforeAll(async () => {
  world = await openConsole();
  const { service } = world;
  await service.call("POST", "/users", { body: { email: "ada@example.com", name: "Ada", role: "viewer" } });
  await service.call("POST", "/apps", { body: { name: "shop" } });
});

afterAll(() => world.close());

test("the audit log is filtered, and an entry shows what was changed", async () => {
  const { page, expectQuiet, expectAccessible } = await world.openSignedIn("/audit");
  const table = page.getByRole("region", { name: "Audit entries" });

  await table.getByText("Signed in").first().waitFor();
  await expectAccessible();
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "User created" }).click();
  await table.getByText("Signed in").first().waitFor({ state: "detached" });
  await table.getByRole("button", { name: "User created" }).first().click();
  const fields = page.getByRole("table", { name: "Changed fields" });
  await fields.waitFor();

  expect(await fields.textContent()).toContain("ada@example.com");
  expect(page.url()).toContain("action=user.create");
  await expectAccessible();
  expectQuiet();
});
