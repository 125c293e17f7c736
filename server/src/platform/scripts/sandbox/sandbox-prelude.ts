import { logLineBytesMax, messageBytesMax } from "../script-limits.ts";

/**
 * Evaluated in every sandbox, and called before each script. It creates the globals, and returns the functions by which the host
 * talks to the inside. It keeps the built-ins that it needs, so that a script which replaces them cannot interfere; if
 * one did, it would only harm itself, since the host trusts nothing but text.
 *
 * call(name, json) returns the number of the call, log(json) takes a line. The seeds are random: the engine's own
 * generator starts with the same value in every restored sandbox.
 */
export const sandboxPrelude = `(function (call, log, callNamesJson, globalsJson, seedsJson) {
  "use strict";
  const { Error, Promise, String } = globalThis;
  const { parse, stringify } = JSON;
  const { create, defineProperty, freeze } = Object;
  const { apply } = Reflect;
  const { slice } = String.prototype;
  const waiting = create(null);

  const cut = (text, length) => apply(slice, text, [0, length]);

  function show(value) {
    try {
      if (typeof value === "string") return value;
      if (value instanceof Error) return String(value.name) + ": " + String(value.message);
      const json = typeof value === "object" ? stringify(value) : undefined;
      return json === undefined ? String(value) : json;
    } catch {
      return "(a value that cannot be shown)";
    }
  }

  function write(...values) {
    let line = "";
    for (let i = 0; i < values.length && line.length <= ${logLineBytesMax}; i++) {
      line += (i === 0 ? "" : " ") + cut(show(values[i]), ${logLineBytesMax} + 1);
    }
    log(stringify(line));
  }

  const makeCall = (name) => (...values) => {
    while (values.length > 0 && values[values.length - 1] === undefined) values.length -= 1;
    return new Promise((resolve, reject) => {
      waiting[call(name, stringify(values))] = { resolve, reject };
    });
  };

  // A xorshift generator with a state of 128 bits; its step returns 32 of them.
  let [a, b, c, d] = parse(seedsJson);
  function step() {
    const mixed = a ^ (a << 11);
    a = b;
    b = c;
    c = d;
    d = d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8);
    return d >>> 0;
  }
  const { random } = { random: () => ((step() >>> 5) * 67108864 + (step() >>> 6)) / 9007199254740992 };
  defineProperty(Math, "random", { value: random });

  const give = (name, value) => defineProperty(globalThis, name, { value, enumerable: true });
  for (const [name, value] of Object.entries(parse(globalsJson, (_, value) => freeze(value)))) give(name, value);
  give("console", freeze({ log: write, info: write, warn: write, error: write, debug: write }));
  for (const name of parse(callNamesJson)) {
    const steps = name.split(".");
    const last = steps.pop();
    const place = steps.reduce((within, step) => (within[step] ??= {}), globalThis);
    place[last] = makeCall(name);
  }

  return {
    answer(number, json) {
      const { resolve } = waiting[number];
      delete waiting[number];
      resolve(json === undefined ? undefined : parse(json));
    },
    refuse(number, message) {
      const { reject } = waiting[number];
      delete waiting[number];
      reject(new Error(message));
    },
    outputOf: (value) => stringify(value),
    describe(error) {
      const isError = error instanceof Error;
      const name = isError ? String(error.name) : "";
      const message = isError ? String(error.message) : show(error);
      const stack = isError ? String(error.stack) : "";
      return stringify([cut(name, 100), cut(message, ${messageBytesMax}), cut(stack, ${messageBytesMax})]);
    },
  };
})`;
