import { expect, test } from "vitest";
import { createAddressFinder, parseAllowedRanges } from "./address-rules.ts";
import { countingLookup } from "./testing/counting-lookup.ts";

test("concurrent requests for a name share one lookup, and later ones do not", async () => {
  const { lookup, asked } = countingLookup(["8.8.8.8"], ["1.1.1.1"]);
  const findAddresses = createAddressFinder({ allowedRanges: [], lookup });

  const together = await Promise.all(Array.from({ length: 32 }, () => findAddresses("hooks.example")));
  const later = await findAddresses("hooks.example");

  expect(new Set(together.flat().map(({ address }) => address))).toEqual(new Set(["8.8.8.8"]));
  expect(later).toEqual([{ address: "1.1.1.1", family: 4 }]);
  expect(asked).toEqual(["hooks.example", "hooks.example"]);
});

test("a failed lookup is not shared with later requests", async () => {
  let isDown = true;
  const lookup = async () => {
    if (isDown) throw new Error("resolver is down");
    return [{ address: "8.8.8.8", family: 4 }];
  };
  const findAddresses = createAddressFinder({ allowedRanges: [], lookup });

  await expect(findAddresses("hooks.example")).rejects.toMatchObject({ reason: "dns" });
  isDown = false;

  expect(await findAddresses("hooks.example")).toHaveLength(1);
});

test("a source address keeps only the addresses of its family, after all of them were checked", async () => {
  const { lookup } = countingLookup(["8.8.8.8", "2606:4700::1111"], ["8.8.8.8", "::1"]);
  const findAddresses = createAddressFinder({ allowedRanges: [], lookup, sourceAddress: "203.0.113.7" });

  expect(await findAddresses("hooks.example")).toEqual([{ address: "8.8.8.8", family: 4 }]);
  await expect(findAddresses("hooks.example")).rejects.toMatchObject({ name: "OutboundRefusedError" });
});

test("a literal is checked without a lookup", async () => {
  const { lookup, asked } = countingLookup(["8.8.8.8"]);
  const findAddresses = createAddressFinder({ allowedRanges: parseAllowedRanges("10.0.0.0/8"), lookup });

  expect(await findAddresses("10.0.0.1")).toEqual([{ address: "10.0.0.1", family: 4 }]);
  await expect(findAddresses("127.0.0.1")).rejects.toMatchObject({ name: "OutboundRefusedError" });
  expect(asked).toEqual([]);
});
