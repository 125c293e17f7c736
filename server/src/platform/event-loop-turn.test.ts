import { expect, test } from "vitest";
import { EventLoopTurn } from "./event-loop-turn.ts";

/** Blocks the event loop for this long. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("each round of the event loop has one turn of long work, however much of it there is", async () => {
  const turnsEach = 5;
  let turnsInRound = 0;
  let turnsMax = 0;
  let isDone = false;
  const countRounds = () => {
    turnsMax = Math.max(turnsMax, turnsInRound);
    turnsInRound = 0;
    if (!isDone) setImmediate(countRounds);
  };
  const workInTurns = async () => {
    const turn = new EventLoopTurn();
    for (let index = 0; index < turnsEach; index++) {
      work(6);
      await turn.yieldIfLong();
      turnsInRound += 1;
    }
  };
  const all = Promise.all(Array.from({ length: 10 }, workInTurns));
  // The first turns of all of them are over: none has yielded before.
  setImmediate(countRounds);

  await all;
  isDone = true;

  expect(turnsMax).toBe(1);
});
