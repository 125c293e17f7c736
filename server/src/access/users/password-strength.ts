import { invalidField } from "../../platform/errors.ts";

/** The minimum number of guesses, as a power of ten: infeasible for online guessing. */
const guessesMin = 8;
/** Further characters only make a password stronger. */
const lengthLooked = 64;

/**
 * Throws unless the password is hard to guess. `about` contains words that a stranger tries first: the user's name and
 * email address, the organization.
 */
export function requireStrongPassword(password: string, about: readonly string[]): void {
  if (guessesOf(password, about) < guessesMin) {
    throw invalidField(
      "#/password",
      "This password is too easy to guess: it consists of common words, names, repetitions or sequences. Use several unrelated words, or let a password manager generate one.",
    );
  }
}

/** The approximate number of guesses for a password, as a power of ten. */
export function guessesOf(password: string, about: readonly string[]): number {
  const text = [...password].slice(0, lengthLooked).join("");
  const words = new Map([...commonPasswords, ...personalValues(about)]);
  const starts = Array.from({ length: text.length }, (_, start) => start);
  const parts = starts.map((start) => [
    ...wordsAt(text, start, words),
    ...sequenceAt(text, start),
    ...yearAt(text, start),
  ]);
  const repeated = starts.map((start) => [...(parts[start] ?? []), ...repetitionsAt(text, start, parts)]);
  return cheapestOf(repeated, 0, text.length);
}

const wordLengthMin = 3;
const ownWordCost = 1;
const wordLengthMax = 24;

function personalValues(about: readonly string[]): [string, number][] {
  return about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= wordLengthMin)
    .map((word) => [word.slice(0, wordLengthMax), ownWordCost]);
}

/** A part of the password that is guessed as a whole. */
interface Part {
  readonly length: number;
  readonly cost: number;
}

// Parts can be combined in any order.
const joinCost = 0.3;
const characterCost = 1;

/** The cheapest way to build a range of the text from single characters and the parts that start at each position. */
function cheapestOf(partsAt: readonly (readonly Part[])[], first: number, end: number): number {
  const cheapest = [0];
  const offer = (length: number, cost: number) => {
    cheapest[length] = Math.min(cheapest[length] ?? Number.POSITIVE_INFINITY, cost);
  };
  for (let start = first; start < end; start += 1) {
    const soFar = cheapest[start - first] ?? 0;
    offer(start + 1 - first, soFar + characterCost);
    for (const { length, cost } of (partsAt[start] ?? []).filter((part) => start + part.length <= end)) {
      offer(start + length - first, soFar + cost + (start === first ? 0 : joinCost));
    }
  }
  return cheapest[end - first] ?? 0;
}

const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({ "@": "a", "4": "a", "8": "b", "3": "e", "6": "g", "1": "i", "!": "i", "0": "o", $: "s", "5": "s" }),
);
const variantCost = 0.3;

/** Also matches capitals, and digits in place of letters. */
function wordsAt(text: string, start: number, words: ReadonlyMap<string, number>): Part[] {
  const parts: Part[] = [];
  for (let length = wordLengthMin; length <= Math.min(wordLengthMax, text.length - start); length += 1) {
    const written = text.slice(start, start + length);
    const lower = written.toLowerCase();
    const plain = [...lower].map((letter) => spellings.get(letter) ?? letter).join("");
    const cost = words.get(lower) ?? words.get(plain);
    if (cost !== undefined) {
      const variants = Number(written !== lower) + Number(!words.has(lower));
      parts.push({ length, cost: cost + variants * variantCost });
    }
  }
  return parts;
}

const sequenceLengthMin = 3;
const sequenceCost = 1.5;

/** abcd, 9876, qwert: the longest that starts here. */
function sequenceAt(text: string, start: number): Part[] {
  const lower = text.toLowerCase();
  const byCode = lengthWhile(text.length - start, (length) => {
    const step = stepAt(lower, start, 1);
    return Math.abs(step) === 1 && (length < 2 || stepAt(lower, start, length) === step);
  });
  const onKeyboard = Math.max(
    ...keyboardRows.map((row) =>
      lengthWhile(text.length - start, (length) => row.includes(lower.slice(start, start + length + 1))),
    ),
  );
  const length = Math.max(byCode, onKeyboard);
  return length < sequenceLengthMin ? [] : [{ length, cost: sequenceCost + Math.log10(length) }];
}

/** The length of a run: one, plus each further character that may follow. */
function lengthWhile(lengthMax: number, mayFollow: (length: number) => boolean): number {
  let length = 1;
  while (length < lengthMax && mayFollow(length)) {
    length += 1;
  }
  return length;
}

function stepAt(text: string, start: number, index: number): number {
  return text.charCodeAt(start + index) - text.charCodeAt(start + index - 1);
}

const yearCost = 2;

function yearAt(text: string, start: number): Part[] {
  return /^(?:19|20)\d\d$/.test(text.slice(start, start + 4)) ? [{ length: 4, cost: yearCost }] : [];
}

/** aaaa, abcabcabc: repetitions cost hardly more. */
function repetitionsAt(text: string, start: number, partsAt: readonly (readonly Part[])[]): Part[] {
  const parts: Part[] = [];
  for (let size = 1; size <= (text.length - start) / 2; size += 1) {
    const block = text.slice(start, start + size);
    let times = 1;
    while (text.startsWith(block, start + times * size)) {
      times += 1;
    }
    if (times > 1) {
      parts.push({ length: times * size, cost: cheapestOf(partsAt, start, start + size) + Math.log10(times) });
    }
  }
  return parts;
}

/** Common words in passwords, by the power of ten of their rank in guessing order. */
const wordsByCost: readonly (readonly [number, string])[] = [
  [
    1.5,
    `password passwort passw0rd pass admin administrator root login welcome letmein qwerty azerty abc123 iloveyou
     master monkey dragon secret changeme default guest test user football baseball superman batman trustno
     princess sunshine shadow michael jordan hello freedom whatever ninja mustang access starwars pokemon computer
     internet`,
  ],
  [
    2.5,
    `love money summer winter spring autumn fall january february march april june july august september october
     november december monday tuesday wednesday thursday friday saturday sunday london paris berlin madrid tokyo
     york america england germany france company office business manager sales market product fashion shoes store
     shop online service server system network database backup support team work home house family mother father
     sister brother baby angel flower butterfly chocolate cookie coffee pepper ginger banana orange apple cherry
     cheese pizza diamond silver golden yellow purple green black white blue red tiger lion eagle bear wolf horse
     dog cat bird fish snake spider phoenix knight wizard magic hunter soldier killer soccer hockey tennis golf
     racing ferrari porsche mercedes yamaha honda harley corvette camaro maverick ranger cowboy rocket falcon
     liverpool arsenal chelsea barcelona juventus bayern yankees lakers cowboys steelers packers redsox matrix
     gandalf merlin hannah jessica ashley amanda nicole daniel thomas robert joshua andrew matthew charlie jennifer
     michelle anthony william george maggie samantha taylor justin austin brandon andrea patrick martin richard
     steven jason kevin maria anna laura sarah sophie emma peter david james john mike alex chris nick sam max ben
     tom bob joe hallo willkommen schatz passe motdepasse bonjour soleil amour contrasena hola senha amor parola
     ciao haslo geheim sommer herbst fruehling`,
  ],
  [
    3,
    `the and you for are with that this have from they know want been good much some time very when come here just
     like long make many over such take than them well were what your about after again always another because
     before between could every first found great large learn never other place plant point right small sound spell
     still study their there these thing think three water where which world would write people school state start
     stop open close enter exit begin strong happy smile lucky crazy sweet beautiful pretty forever together friend
     friends girl boy man woman king queen prince doctor teacher student music guitar piano drummer dance movie
     star moon sun sky rain snow storm thunder fire ice earth ocean river island mountain forest garden rose lily
     daisy jasmine violet crystal pearl ruby emerald dolphin panda kitten puppy bunny rabbit turtle frog duck
     chicken cow pig sheep player gamer winner champion legend hero power energy speed turbo nitro extreme ultimate
     super mega ultra alpha beta omega delta sigma titan zeus apollo athena mars venus saturn jupiter pluto galaxy
     cosmos planet alien robot cyber hacker code data file weft fabric cotton denim leather jacket shirt pants
     dress color season style trend brand label design`,
  ],
];

const commonPasswords: ReadonlyMap<string, number> = new Map(
  wordsByCost.flatMap(([cost, words]) => words.split(/\s+/).map((word) => [word, cost] as const)),
);

const rows = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "1234567890",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "!@#$%^&*()",
];

/** Neighboring keys, in both directions. */
const keyboardRows: readonly string[] = [...rows, ...rows.map((row) => [...row].reverse().join(""))];
