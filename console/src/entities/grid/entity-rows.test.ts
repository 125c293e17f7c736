import { describe, expect, test, vi } from "vitest";
import { EntityRows } from "./entity-rows.ts";
import { buildEntity } from "./testing/build-entity.ts";

/** A list with this many rows, which records its requests. */
function buildList(total: number) {
  const asked: [string | undefined, number][] = [];
  const readPage = (nextPageKey: string | undefined, limit: number) => {
    asked.push([nextPageKey, limit]);
    const from = Number(nextPageKey ?? 0);
    const results = Array.from({ length: Math.min(limit, total - from) }, (_, index) =>
      buildEntity(`id-${from + index}`, { place: from + index }),
    );
    const next = from + results.length;
    return Promise.resolve({ results, total, nextPageKey: next < total ? String(next) : undefined });
  };
  return { asked, readPage };
}

describe("the rows of a list", () => {
  test("are read page by page on demand, without gaps", async () => {
    const { asked, readPage } = buildList(1000);
    const rows = await EntityRows.open(readPage);
    expect(rows.state()).toMatchObject({ total: 1000 });

    rows.want(450);
    await vi.waitUntil(() => rows.state().rows.length > 450);

    expect(asked.map(([, limit]) => limit)).toEqual([200, 200, 200]);
    expect(rows.state().rows.map(({ place }) => place)).toEqual(Array.from({ length: 600 }, (_, place) => place));
  });

  test("far away are read in larger pages, and not at all after scrolling back", async () => {
    const { asked, readPage } = buildList(50_000);
    const rows: EntityRows = await EntityRows.open((key, limit) => {
      if (asked.length === 3) rows.want(100);
      return readPage(key, limit);
    });

    rows.want(40_000);
    await vi.waitUntil(() => rows.state().rows.length >= 3200);

    expect(asked.map(([, limit]) => limit)).toEqual([200, 1000, 1000, 1000]);
    expect(rows.state().rows).toHaveLength(3200);
  });

  test("that could not be read can be retried", async () => {
    const { readPage } = buildList(400);
    let isBroken = true;
    const rows = await EntityRows.open((key, limit) =>
      key !== undefined && isBroken ? Promise.reject(new Error("away")) : readPage(key, limit),
    );

    rows.want(300);
    await vi.waitUntil(() => rows.state().error !== undefined);
    isBroken = false;
    rows.retry();
    await vi.waitUntil(() => rows.state().rows.length === 400);

    expect(rows.state()).toMatchObject({ error: undefined, total: 400 });
  });

  test("notify of changes", async () => {
    const rows = await EntityRows.open(buildList(10).readPage);
    const before = rows.state();
    let reported = 0;
    const end = rows.subscribe(() => {
      reported += 1;
    });

    rows.remove(new Set(["id-3"]));
    end();
    rows.remove(new Set(["id-4"]));

    expect(reported).toBe(1);
    expect(rows.state()).not.toBe(before);
    expect(rows.state()).toMatchObject({ total: 8 });
    expect(rows.rowOf("id-5")).toMatchObject({ place: 5 });
  });
});

describe("a list that replaces another", () => {
  const style = {
    ...buildEntity("style"),
    nested: { options: [buildEntity("option", { itemFamilyId: "style" })], optionCount: 1, isMatch: true },
  };
  const sections = [{ readPage: () => Promise.resolve({ results: [style], total: 1 }) }];

  test("keeps what is open", async () => {
    const before = await EntityRows.open({ sections });
    before.setAllOpen("styles", true);

    const rows = await EntityRows.open({ sections }, before);

    expect(rows.state().rows.map(({ id }) => id)).toEqual(["style", "option"]);
  });

  test("folds styles in a layout without rows below them", async () => {
    const before = await EntityRows.open({ sections });
    before.setAllOpen("styles", true);

    const rows = await EntityRows.open({ sections, isFolded: true }, before);

    expect(rows.state().rows.map(({ id }) => id)).toEqual(["style"]);
  });
});

test("the list of a group is read on its own", async () => {
  const [one, other] = [buildList(3), buildList(450)];
  const groups = [one, other].map(({ readPage }, place) => ({
    readPage,
    group: { key: `${place}`, label: "", count: place === 0 ? 3 : 450 },
  }));
  const rows = await EntityRows.open({ sections: groups, groupedBy: "season" });
  const [, list] = rows.lists;
  rows.setAllOpen("groups", true);

  if (list !== undefined) await rows.readList(list, 201);

  expect(one.asked).toHaveLength(1);
  expect(other.asked).toHaveLength(2);
  expect(rows.lists.map(({ readCount }) => readCount)).toEqual([3, 400]);
});

describe("an edit", () => {
  test("is shown at once and reverted when it is rejected", async () => {
    const rows = await EntityRows.open(buildList(3).readPage);

    rows.pend("id-1", "name", "Cape");
    const shown = rows.rowOf("id-1");
    rows.settle("id-1", "name", { error: "Too short." });

    expect(shown).toMatchObject({ name: "Cape" });
    expect(rows.rowOf("id-1")).toMatchObject({ name: "id-1" });
    expect(rows.state().marks.get("id-1")?.errors.get("name")).toBe("Too short.");
  });

  test("stays visible while another one of the row arrives", async () => {
    const rows = await EntityRows.open(buildList(3).readPage);
    rows.pend("id-1", "name", "Cape");
    rows.pend("id-1", "price", 12);

    rows.settle("id-1", "name", { entity: buildEntity("id-1", { name: "Cape", version: 2 }) });

    expect(rows.rowOf("id-1")).toMatchObject({ name: "Cape", price: 12, version: 2 });
    expect(rows.storedOf("id-1")).not.toHaveProperty("price");
    expect([...(rows.state().marks.get("id-1")?.pending ?? [])]).toEqual(["price"]);
  });
});
