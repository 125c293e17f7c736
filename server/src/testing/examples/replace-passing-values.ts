import { hasValidChecksum } from "../../access/secret.ts";
import { encodeCursor, parseStart } from "../../changes/change-cursor.ts";
import { hourMs, minuteMs } from "../../platform/durations.ts";
import type { ExamplePair } from "./example-recorder.ts";

/** Distinguishes the values of a run from those that the scenario defines. */
export interface Run {
  readonly startedOn: number;
  /** An id from before the run and one from after it: ids sort by creation time. */
  readonly idBefore: string;
  readonly idAfter: string;
  /** Addresses with a port of the run, and their replacements. */
  readonly addresses: ReadonlyMap<string, string>;
}

const exampleTime = Date.parse("2026-01-15T09:30:00.000Z");
const examplePage = Buffer.from('["an example of a page key"]').toString("base64url");

/** The same pairs with values that are the same in every run, and differ where those of the run differed. */
export function replacePassingValues(pairs: readonly ExamplePair[], ids: readonly string[], run: Run): ExamplePair[] {
  const steps = [
    replaceAttempts,
    replacePseudonyms,
    replaceRetention,
    replaceSigningSecrets,
    replaceHashes,
    replaceSecrets,
    replaceTokens,
    replaceLinks,
    replaceCursors,
    replaceTimes,
  ];
  const raw = replaceAddresses(JSON.stringify(pairs), run);
  const text = steps.reduce((result, step) => step(result, run), replaceIds(raw, ids));
  return JSON.parse(text, (key, value) => agedByVersion(key, withSteadyLoad(value)));
}

/** All ids that the run created and showed, in order of creation. */
export function idsIn(text: string, { idBefore, idAfter }: Run): string[] {
  const words = text.match(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{16}(?![A-Za-z0-9_-])/g) ?? [];
  // The id of an org that appears nowhere else.
  const inTokens = text.match(/(?<=weft_token_)[A-Za-z0-9_-]{16}(?=_)/g) ?? [];
  return [...new Set([...words, ...inTokens])].filter((word) => idBefore < word && word < idAfter).sort();
}

/** Everything in the text that is a credential. */
export function secretsIn(text: string): string[] {
  const tokens = [...text.matchAll(passingMembers)].flatMap(([, name, token = ""]) =>
    name === "nextPageKey" ? [] : [token],
  );
  const links = [...text.matchAll(linkPattern)].map(([, , signature = ""]) => signature);
  const signing = text.match(signingSecretPattern) ?? [];
  return [...(text.match(secretPattern) ?? []).filter(hasValidChecksum), ...tokens, ...links, ...signing];
}

function replaceAddresses(text: string, { addresses }: Run): string {
  return [...addresses].reduce(
    (result, [real, shown]) =>
      result.replaceAll(real, shown).replaceAll(encodeURIComponent(real), encodeURIComponent(shown)),
    text,
  );
}

const retentionPattern = /"days":(\d+)([^{}]*)"expiresBefore":"[^"]+"/g;

function replaceRetention(text: string): string {
  const expiry = (days: string) => new Date(exampleTime - Number(days) * 24 * hourMs).toISOString();
  return text
    .replace(
      retentionPattern,
      (_, days: string, between: string) => `"days":${days}${between}"expiresBefore":"${expiry(days)}"`,
    )
    .replace(/"nextRunOn":"[^"]+"/g, `"nextRunOn":"${new Date(exampleTime + hourMs).toISOString()}"`);
}

function replacePseudonyms(text: string): string {
  return text.replace(/(?<="pseudonym":"user )[2-9A-Z]{5}/g, "7F3K2");
}

/** Numbered separately in each file, so that a change of one scenario does not affect the files of others. */
function replaceIds(text: string, ids: readonly string[]): string {
  return ids
    .filter((id) => text.includes(id))
    .reduce((result, id, index) => result.replaceAll(id, `Aexample${String(index + 1).padStart(8, "0")}`), text);
}

const signingSecretPattern = /whsec_[A-Za-z0-9+/]{32,}={0,2}/g;

function replaceSigningSecrets(text: string): string {
  return text.replaceAll(
    signingSecretPattern,
    `whsec_${Buffer.from("an example of a signing secret").toString("base64")}`,
  );
}

/** The hashed text contains an id of the run. */
function replaceHashes(text: string): string {
  return text
    .replaceAll(/(?<="bodyHash":")[A-Za-z0-9_-]{43}(?=")/g, "an-example-of-a-hash".padEnd(43, "-"))
    .replaceAll(auditHashPattern, "0123456789abcdef".repeat(4));
}

/** Hashes and salted digests of audit entries, also in the lines of an export. The first entry follows 64 zeros. */
const auditHashPattern =
  /(?<=\\?"(?:hash|previousHash|(?:actor|origin|before|after)\.\w+)\\?":\\?")(?!0{64})[0-9a-f]{64}/g;

/** Time and duration of webhook attempts. */
function replaceAttempts(text: string): string {
  return text
    .replaceAll(/(?<="durationMs":)\d+/g, "12")
    .replaceAll(/(?<="webhook-timestamp":")\d+(?=")/g, String(exampleTime / 1000));
}

const secretPattern = /(?<![0-9A-Za-z])[0-9A-Za-z]{36}(?![0-9A-Za-z])/g;
const hintPattern = /(?<=:weft_)([0-9A-Za-z]{4})…([0-9A-Za-z]{4})/g;

/** A hint has four characters from each end of its secret, and keeps them. */
function replaceSecrets(text: string): string {
  const numbers = new Map<string, number>();
  const fakeOf = (ends: string) => {
    const number = numbers.get(ends) ?? numbers.size + 1;
    numbers.set(ends, number);
    return `${"Example0".repeat(4)}${String(number).padStart(4, "0")}`;
  };
  return text
    .replaceAll(secretPattern, (word) => (hasValidChecksum(word) ? fakeOf(word.slice(0, 4) + word.slice(-4)) : word))
    .replaceAll(hintPattern, (_, start: string, end: string) => {
      const fake = fakeOf(start + end);
      return `${fake.slice(0, 4)}…${fake.slice(-4)}`;
    });
}

const passingMembers = /"(csrfToken|userCode|nextPageKey)":"([^"]+)"/g;
// Random values of openid-client and the provider: 32 bytes each.
const passingParameters = /(?<=[?&](?:nonce|code_challenge|code)=)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;

/** A token in a response also appears elsewhere, such as in the URL of the next page. */
function replaceTokens(text: string): string {
  const fakes = { csrfToken: exampleToken, userCode: "EXAM-PLES", nextPageKey: examplePage };
  return [...text.matchAll(passingMembers)]
    .reduce((result, [, name, token = ""]) => {
      const fake = Object.entries(fakes).find(([member]) => member === name)?.[1] ?? token;
      return result.replaceAll(token, fake);
    }, text)
    .replaceAll(passingParameters, exampleToken);
}

const linkPattern = /(?<=[?&]token=)([\w-]{16})\.\d{1,12}\.([\w-]{43})/g;

/** A link to a file keeps its org, and loses its time and signature. */
function replaceLinks(text: string): string {
  return text.replaceAll(linkPattern, (_, orgId: string) => `${orgId}.${exampleTime / 1000}.${exampleToken}`);
}

const exampleToken = "Example0".repeat(6).slice(0, 43);

/** Positions in the log keep their number; the time within them varies. */
function replaceCursors(text: string, run: Run): string {
  return text.replaceAll(/(?<![A-Za-z0-9_-])C-----[A-Za-z0-9_-]{12}(?![A-Za-z0-9_-])/g, (cursor) => {
    const place = parseStart("cursor", cursor);
    return typeof place === "string" || !isOfRun(place.stamp, run)
      ? cursor
      : encodeCursor({ ...place, stamp: exampleTime });
  });
}

/** Only whole hours are kept, which show durations. */
function replaceTimes(text: string, run: Run): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => {
    const sinceStart = Date.parse(time) - run.startedOn + minuteMs;
    return isOfRun(Date.parse(time), run)
      ? new Date(exampleTime + Math.floor(sinceStart / hourMs) * hourMs).toISOString()
      : time;
  });
}

const lifetimeMaxMs = 400 * 24 * hourMs;

function isOfRun(time: number, { startedOn }: Run): boolean {
  return time > startedOn - minuteMs && time < startedOn + lifetimeMaxMs;
}

const loadVersion = 5;

/** A started load increments its version with each progress update, which depends on the clock. */
function withSteadyLoad(value: unknown): unknown {
  if (isLoadBegun(value)) {
    return { ...value, version: loadVersion };
  }
  const isAnswerOfLoad = typeof value === "object" && value !== null && "body" in value && isLoadBegun(value.body);
  return isAnswerOfLoad && "headers" in value
    ? { ...value, headers: { ...Object(value.headers), etag: `"${loadVersion}"` } }
    : value;
}

function isLoadBegun(value: unknown): value is object {
  const isLoad = typeof value === "object" && value !== null && "startedOn" in value;
  return isLoad && "entityType" in value && value.entityType === "loader-process";
}

/** One minute for each version, because a run is too fast to show when something changed. */
function agedByVersion(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("version" in value) || !("updatedOn" in value)) {
    return value;
  }
  const { version, updatedOn } = value;
  return typeof version === "number" && updatedOn === new Date(exampleTime).toISOString()
    ? { ...value, updatedOn: new Date(exampleTime + (version - 1) * minuteMs).toISOString() }
    : value;
}
