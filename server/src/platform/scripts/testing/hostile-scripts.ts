/** A script that tries to escape, and its harmless result. */
export interface HostileScript {
  readonly code: string;
  /** The output as JSON, or the kind and the beginning of the error. */
  readonly ending: string;
}

export const outOfTime = "time: The script timed out after";
const outOfMemory = "memory: The script ran out of memory";
const insert = "$" + "{";

/** The secret is a global of the node, and must not be one of the sandbox. */
export const escapingScripts: readonly HostileScript[] = [
  { code: "this.constructor.constructor('return process')().env.SECRET", ending: "thrown: ReferenceError: 'process'" },
  { code: "[].constructor.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "(()=>{}).constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "globalThis.SECRET2", ending: "undefined" },
  { code: "global.SECRET2", ending: "thrown: ReferenceError: 'global'" },
  { code: "require('child_process').execSync('id')+''", ending: "thrown: ReferenceError: 'require'" },
  { code: "import('node:fs').then(f=>f)", ending: "thrown: ReferenceError: could not load module" },
  { code: "eval('globalThis.SECRET2')", ending: "undefined" },
  { code: "new Function('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "brand['con'+'structor']['con'+'structor']('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "brand[`constructor`][`constructor`]`return globalThis.SECRET2` ()", ending: "undefined" },
  { code: "Object.prototype.polluted = 1", ending: "1" },
  { code: "({}).__proto__.polluted = 1", ending: "1" },
  { code: "({__proto__: {polluted: 1}}).x || [].__proto__.polluted === 1", ending: "false" },
  { code: "Object.defineProperty(Object.prototype,'polluted',{value:1}).polluted", ending: "1" },
  { code: "Array.prototype.map.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "[1].map(({}).constructor.constructor('return globalThis.SECRET2'))", ending: "[null]" },
  { code: `\`${insert}{toString:()=>globalThis.SECRET2}}\``, ending: '"undefined"' },
  { code: "[{toString(){return globalThis.SECRET2}}].join()", ending: '"undefined"' },
  {
    code: "r[0] = 'M2', r.constructor.constructor('return globalThis.SECRET2')()",
    ending: "thrown: TypeError: '0' is",
  },
  { code: "arguments[0]", ending: "thrown: ReferenceError: 'arguments'" },
  {
    code: "(()=>{try{null.x}catch(e){return e.constructor.constructor('return globalThis.SECRET2')()}})()",
    ending: "undefined",
  },
  { code: "Error.prepareStackTrace = (e,s)=>s[0].getThis()", ending: "undefined" },
  { code: "Reflect.construct(Function,['return globalThis.SECRET2'])()", ending: "undefined" },
  { code: "(async()=>{}).constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "new Date().constructor.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "/x/.constructor.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "brand.at.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "brand?.['constructor']?.['constructor']('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "1) || (globalThis.SECRET2", ending: "syntax: SyntaxError" },
  { code: "brand = 'F'", ending: "thrown: TypeError: 'brand' is read-only" },
  { code: "fetch('http://127.0.0.1/')", ending: "thrown: ReferenceError: 'fetch'" },
  { code: "setTimeout(()=>{},1)", ending: "thrown: ReferenceError: 'setTimeout'" },
  { code: "new SharedArrayBuffer(8)", ending: "{}" },
  { code: "import.meta.url", ending: "syntax: SyntaxError" },
  { code: "delete Object.prototype.toString", ending: "true" },
  { code: "Symbol.for('x')", ending: "undefined" },
  { code: "<!-- x\nglobalThis.SECRET2", ending: "undefined" },
  { code: "brand.concat.call.call(eval,'globalThis.SECRET2')", ending: "undefined" },
  { code: `JSON.parse('{"__proto__":{"polluted":1}}').__proto__.polluted = 1`, ending: "1" },
  // The function around the code is not a security boundary, and need not be one.
  { code: "1 }); globalThis.SECRET2; (async () => { return globalThis.SECRET2", ending: "undefined" },
  // What comes from outside belongs to the sandbox.
  { code: "find.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "(await find(1)).constructor.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "find().constructor.constructor('return globalThis.SECRET2')()", ending: "undefined" },
  { code: "find(1n).catch(e => e.constructor.constructor('return globalThis.SECRET2')())", ending: "undefined" },
  { code: "refuse().catch(e => e.constructor.constructor('return globalThis.SECRET2')())", ending: "undefined" },
  { code: "console.log.constructor('return this')() === globalThis", ending: "true" },
  { code: "r.constructor('return globalThis.SECRET2')", ending: '["return globalThis.SECRET2"]' },
  // Replaced built-ins do not interfere.
  { code: "JSON.stringify = () => 'evil', {a: 1}", ending: '{"a":1}' },
  { code: "Promise.prototype.then = () => 1, await find(1)", ending: '{"found":[1]}' },
  {
    code: "globalThis.Promise = Object.freeze = Array.prototype[Symbol.iterator] = null, await find(1)",
    ending: '{"found":[1]}',
  },
  { code: "Object.prototype.toJSON = () => 'evil', {a: 1}", ending: '"evil"' },
  { code: "Object.prototype.then = r => r(6), {a: 1}", ending: "6" },
  {
    code: "Object.defineProperty(Error, Symbol.hasInstance, {value(){throw 1}}), null.x",
    ending: "thrown: The script threw a value that cannot be shown",
  },
  { code: "Array.prototype.toJSON = () => undefined, null.x", ending: "thrown: The script threw a value" },
  {
    code: "Array.prototype.toJSON = () => ({}), find(1).catch(e => e.message)",
    ending: '"The argument of find is not a list',
  },
  { code: "Array.prototype.toJSON = () => undefined, await find(1)", ending: "thrown: " },
  // A returned or thrown value may run code of its own, inside.
  { code: "({then(r){r({then(r){r(5)}})}})", ending: "5" },
  { code: "({then(){throw new Error('no')}})", ending: "thrown: no" },
  { code: "({then(){}})", ending: "thrown: The script waits for a promise that can never settle" },
  { code: "({toJSON(){return globalThis.SECRET2}})", ending: "undefined" },
  { code: "({toJSON(){throw new Error('not me')}})", ending: "thrown: not me" },
  { code: "({toJSON(){find(1)}})", ending: "undefined" },
  { code: "({get a(){return 7}})", ending: '{"a":7}' },
  { code: "({get a(){throw new Error('not a')}})", ending: "thrown: not a" },
  { code: "new Proxy({}, {ownKeys(){throw new Error('no keys')}})", ending: "thrown: no keys" },
  { code: "(() => {throw {get message(){throw 1}}})()", ending: "thrown: (a value that cannot be shown)" },
  { code: "(() => {throw {toJSON(){throw 2}}})()", ending: "thrown: (a value that cannot be shown)" },
  { code: "(() => {throw undefined})()", ending: "thrown: undefined" },
  { code: "(() => {throw null})()", ending: "thrown: null" },
  {
    code: "(() => {throw Object.assign(new Error(), {stack: 'at x (script:1:1)'.repeat(1e5)})})()",
    ending: "thrown: ",
  },
  { code: "(() => {const a = {}; a.a = a; return a})()", ending: "thrown: TypeError: circular reference" },
  { code: "5n", ending: "thrown: TypeError: Do not know how to serialize a BigInt" },
  { code: "() => 1", ending: "undefined" },
  { code: "Symbol('x')", ending: "undefined" },
  {
    code: "[() => 1, Symbol('x'), undefined, NaN, new Map([[1, 2]]), new Date(0)]",
    ending: '[null,null,null,null,{},"1970-01-01T00:00:00.000Z"]',
  },
  { code: `JSON.parse('{"__proto__": 1}')`, ending: 'thrown: The script\'s output has the key "__proto__"' },
  { code: "['a\\0b']", ending: "thrown: The script's output contains NUL" },
  { code: "'\\ud800'", ending: "thrown: The script's output contains NUL or half of a character" },
  {
    code: "JSON.parse('['.repeat(65) + ']'.repeat(65))",
    ending: "thrown: The script's output is nested more than 64",
  },
];

/** A long text is 40,000 times the letter a and an exclamation mark. */
export const greedyScripts: readonly HostileScript[] = [
  { code: "(()=>{while(true){}})()", ending: outOfTime },
  { code: "(f=>f(f))(f=>f(f))", ending: "thrown: InternalError: stack overflow" },
  { code: "'x'.repeat(2**30)", ending: "thrown: RangeError: invalid string length" },
  { code: "'x'.padEnd(2**29)", ending: outOfMemory },
  { code: "Array(1e9).fill(0).length", ending: outOfMemory },
  { code: "new Array(2**31).join('x')", ending: outOfTime },
  { code: "/^(a+)+$/.test(long)", ending: outOfTime },
  { code: "/(.*)*x/.test(long)", ending: outOfTime },
  { code: "/(?=(a+))\\1b(a|aa)+$/.test(long)", ending: outOfTime },
  { code: "long.split('').map(a=>long.split('').map(b=>long.split('').map(c=>a+b+c)))", ending: outOfTime },
  {
    code: "Array.from({length: 32}).reduce((a,b)=>a+a,'xxxxxxxxxx')",
    ending: "thrown: InternalError: string too long",
  },
  { code: "long.replace(/a/g,'$&$&$&$&$&$&$&$&$&$&').length", ending: "400001" },
  { code: "long.split('').map(x=>long).join('').length", ending: outOfMemory },
  { code: "2n**(2n**32n)", ending: "thrown: RangeError: BigInt is too large" },
  { code: "(10n**20000n).toString().length", ending: "20001" },
  { code: `1${"+1".repeat(20_000)}`, ending: "20001" },
  { code: "long.normalize('NFKD').localeCompare(long)", ending: "0" },
  { code: "'a'.concat('b'.repeat(65000)).repeat(60).length", ending: "3900060" },
  { code: "JSON.stringify(long.split('')).length", ending: "160005" },
  { code: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)", ending: "thrown: ReferenceError: 'Atomics'" },
  { code: "long.indexOf(long.slice(1)+'b')", ending: "-1" },
  { code: "'\\u0390'.repeat(20000).toUpperCase().length", ending: "60000" },
  // Scripts that never end, or exhaust the memory.
  { code: "(async () => {for (;;) await null})()", ending: outOfTime },
  { code: "(() => {for (;;) Promise.resolve().then(() => 1)})()", ending: outOfMemory },
  { code: "(() => {let a = null; for (;;) a = {a}})()", ending: outOfMemory },
  { code: "(() => {for (;;) console.log('x'.repeat(1e5))})()", ending: outOfTime },
  { code: "({toJSON() {for (;;);}})", ending: outOfTime },
  { code: "new Promise(() => 1)", ending: "thrown: The script waits for a promise that can never settle" },
  { code: "eval('('.repeat(1e6))", ending: "thrown: SyntaxError: stack overflow" },
  { code: "new RegExp('(?:'.repeat(1e5) + ')'.repeat(1e5))", ending: "thrown: SyntaxError: stack overflow" },
  { code: "JSON.parse('['.repeat(1e6))", ending: "thrown: SyntaxError: stack overflow" },
  {
    code: "(() => {let a = {}; for (let i = 0; i < 1e5; i++) a = new Proxy(a, {}); return a.x})()",
    ending: "thrown: InternalError: stack overflow",
  },
  { code: "'x'.repeat(2e6)", ending: "thrown: The script's output has more than 1048576 characters" },
  { code: "find('x'.repeat(2e6))", ending: "thrown: A script cannot pass more than 1048576 characters at once" },
  {
    code: "(async () => {for (;;) await find('x'.repeat(9e5))})()",
    ending: "thrown: The arguments of a script's calls can have 4194304 characters",
  },
];
