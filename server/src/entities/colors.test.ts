import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

const blue = { hex: "336699", red: 51, green: 102, blue: 153 };

describe("a color", () => {
  test.each([
    [{ hex: "336699" }],
    [{ hex: "#336699" }],
    [{ red: 51, green: 102, blue: 153 }],
    [{ hex: "336699", red: 51, green: 102, blue: 153 }],
  ])("sent as %j has both forms", async (reported) => {
    const color = await world.create("colors", { name: "Blue", ...reported });

    expect(color).toMatchObject(blue);
  });

  test("is stored in lower case and without a number sign", async () => {
    expect(await world.create("colors", { name: "x", hex: "#FFaa00" })).toMatchObject({ hex: "ffaa00", red: 255 });
    expect(await world.create("colors", { name: "y", red: 0, green: 0, blue: 15 })).toMatchObject({ hex: "00000f" });
  });

  test("may have no value", async () => {
    expect(await world.create("colors", { name: "Clear" })).not.toHaveProperty("hex");
  });

  test("that changes in one form changes in the other", async () => {
    const { id } = await world.create("colors", { name: "Blue", ...blue });

    const byChannel = await world.call("PUT", `/colors/${id}`, { body: { red: 255 } });
    const byHex = await world.call("PUT", `/colors/${id}`, { body: { hex: "000000" } });
    const cleared = await world.call("PUT", `/colors/${id}`, { body: { hex: null } });

    expect(byChannel.body).toMatchObject({ hex: "ff6699", red: 255, green: 102 });
    expect(byHex.body).toMatchObject({ hex: "000000", red: 0, green: 0, blue: 0 });
    expect(cleared.body).not.toHaveProperty("red");
  });

  test.each([
    [{ hex: "33669" }, ["#/hex"]],
    [{ hex: 336699 }, ["#/hex"]],
    [{ hex: "" }, ["#/hex"]],
    [{ red: 256, green: 0, blue: 0 }, ["#/red"]],
    [{ red: 1.5, green: 0, blue: 0 }, ["#/red"]],
    [{ red: "1", green: -1, blue: 0 }, ["#/red", "#/green"]],
    [{ red: 1 }, ["#/green", "#/blue"]],
    [{ hex: "336699", red: 52 }, ["#/red"]],
  ])("sent as %j is rejected, with each error once", async (reported, pointers) => {
    const { status, body } = await world.call("POST", "/colors", { body: { name: "x", ...reported } });

    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });
});
