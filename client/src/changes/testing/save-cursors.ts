import { fileCursor } from "../../node/file-cursor.ts";

/** Saves longer and longer cursors until it is killed. */
const [, , path = ""] = process.argv;
const cursor = fileCursor(path);
await cursor.save("C.");
process.stdout.write("saving\n");
for (let length = 1; ; length++) {
  await cursor.save(`C${"x".repeat(length * 9)}.`);
}
