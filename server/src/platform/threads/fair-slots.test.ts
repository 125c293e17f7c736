import { expect, test } from "vitest";
import { FairSlots, TooManyWaitingError } from "./fair-slots.ts";

const never = new AbortController().signal;

/** Requests slots and records the order in which they are assigned. */
function startSlots(slots: number, waitingMax = 100) {
  const fair = new FairSlots({ slots, waitingMax });
  const given: string[] = [];
  return {
    fair,
    given,
    ask: (owner: string, count = 1, signal = never) =>
      Array.from({ length: count }, () => fair.take(owner, signal).then(() => void given.push(owner))),
  };
}

const settled = () => new Promise(setImmediate);

test("a single owner gets half of the slots, and each other finds one", async () => {
  const { given, ask } = startSlots(8);

  ask("a", 8);
  ask("b", 8);
  ask("c", 8);
  ask("d", 8);
  await settled();

  expect(given).toEqual(["a", "a", "a", "a", "b", "b", "c", "d"]);
});

test("an owner among others holds fewer slots than a single one", async () => {
  const fair = new FairSlots({ slots: 12, waitingMax: 100, heldMaxBesideOthers: 2 });
  const given: string[] = [];
  const ask = (owner: string, count: number) => {
    for (let index = 0; index < count; index++) void fair.take(owner, never).then(() => given.push(owner));
  };

  ask("a", 3);
  ask("b", 3);
  await settled();
  fair.release("a");
  fair.release("a");
  ask("a", 2);
  await settled();

  expect(given).toEqual(["a", "a", "a", "b", "b", "a"]);
});

test("waiting owners take turns, however many wait", async () => {
  const { fair, given, ask } = startSlots(1);
  ask("a", 4);
  ask("b", 2);
  ask("c", 1);
  await settled();

  for (let index = 0; index < 6; index++) {
    fair.release(given.at(-1) ?? "");
    await settled();
  }

  expect(given).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
});

test("a caller that stops waiting leaves the queue, and takes no slot", async () => {
  const { fair, given, ask } = startSlots(1);
  const stopping = new AbortController();
  ask("a");
  const [left] = ask("b", 1, stopping.signal);
  ask("c");
  await settled();

  stopping.abort(new Error("stopped"));
  await expect(left).rejects.toThrow("stopped");
  fair.release("a");
  await settled();

  expect(given).toEqual(["a", "c"]);
});

test("one owner's queue is bounded, and another's is not affected", async () => {
  const { fair, given, ask } = startSlots(1, 2);
  ask("a", 3);

  await expect(fair.take("a", never)).rejects.toThrow(TooManyWaitingError);
  ask("b");
  fair.release("a");
  fair.release("a");
  await settled();

  expect(given).toEqual(["a", "a", "b"]);
});
