import type { Entry } from "./entry.ts";
import { errorEntries } from "./error-entries.ts";
import { operationEntries } from "./operation-entries.ts";
import { settingEntries } from "./setting-entries.ts";
import { topics } from "./topics.ts";

const topicEntries: readonly Entry[] = topics.map(({ name, aliases, text, guide, heading }) => ({
  sort: "topic",
  name,
  aliases,
  words: aliases.join(" "),
  text,
  summary: /^.*?[.:](?= |$)/s.exec(text)?.[0] ?? text,
  details: () => ({ topic: name, text, guide: `/docs/${guide}, ${heading}` }),
}));

/** Everything that can be explained. */
export const allEntries: readonly Entry[] = [
  ...topicEntries,
  ...errorEntries,
  ...settingEntries(),
  ...operationEntries,
];
