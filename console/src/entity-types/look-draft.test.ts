import { expect, test } from "vitest";
import { type LookDraft, lookDraftOf, presentationOf, validateSections } from "./look-draft.ts";

const empty = lookDraftOf({ presentation: null });
const section = (key: number, title: string, ...properties: string[]) => ({ key, title, properties });

test.each<[string, Partial<LookDraft>, unknown]>([
  ["nothing", {}, null],
  ["spaces", { pluralLabel: "  " }, null],
  ["a plural label", { pluralLabel: " Shoes " }, { pluralLabel: "Shoes" }],
  [
    "all",
    {
      ...{ pluralLabel: "Shoes", icon: "shoe", pictureProperty: "picture", pictureRatio: "1:1" },
      ...{ keyFacts: ["price"], sections: [section(4, "Style", "fit"), section(5, "")] },
    },
    {
      ...{ pluralLabel: "Shoes", icon: "shoe", pictureProperty: "picture", pictureRatio: "1:1" },
      ...{ keyFacts: ["price"], sections: [{ title: "Style", properties: ["fit"] }] },
    },
  ],
])("a draft with %s is sent as %j", (_name, draft, sent) => {
  expect(presentationOf({ ...empty, ...draft })).toEqual(sent);
});

test("a stored presentation is sent back unchanged", () => {
  const presentation = {
    pluralLabel: "Shoes",
    keyFacts: ["price"],
    sections: [{ title: "Style", properties: ["fit"] }],
  };

  expect(presentationOf(lookDraftOf({ presentation }))).toEqual(presentation);
});

test.each([
  [[section(0, "Style", "fit"), section(1, "Price", "price")], null],
  [[section(0, "", "fit")], "Every section needs a title."],
  [[section(0, "Style", "fit"), section(1, "Other", "fit")], "The property fit is in two sections."],
])("the sections %j have the error %j", (sections, error) => {
  expect(validateSections(sections)).toBe(error);
});
