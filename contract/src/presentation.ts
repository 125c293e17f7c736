import { z } from "zod";
import { labelSchema } from "./fields.ts";

/** The pictograms of types in the console. */
export const typeIcons = [
  "shirt",
  "knitwear",
  "dress",
  "skirt",
  "trousers",
  "coat",
  "underwear",
  "swimwear",
  "shoe",
  "boot",
  "bag",
  "hat",
  "belt",
  "glasses",
  "watch",
  "jewelry",
  "textile",
  "color",
  "ruler",
  "factory",
  "truck",
  "store",
  "calendar",
  "folder",
  "file",
  "tag",
  "star",
  "box",
] as const;

export const pictureRatios = ["1:1", "4:5", "3:4", "4:3"] as const;

const keyFactsMax = 12;
const sectionsMax = 50;
const sectionPropertiesMax = 1000;

const nameSchema = z.string().min(1).max(128);

const sectionSchema = z
  .strictObject({
    title: labelSchema,
    properties: z.array(nameSchema).max(sectionPropertiesMax).describe("Slugs of properties, or fields of the kind."),
  })
  .meta({ id: "PresentationSection" });

/** How the console shows entities of a type. What a type omits, it inherits from the nearest type above that has it. */
export const presentationSchema = z
  .strictObject({
    pluralLabel: labelSchema.optional().describe("Such as Shoes. Not inherited, as the label of a type is not either."),
    icon: z.enum(typeIcons).optional(),
    pictureProperty: nameSchema.optional().describe("The property with the picture of an entity."),
    pictureRatio: z.enum(pictureRatios).optional().describe("Width to height of the area in which pictures are shown."),
    keyFacts: z
      .array(nameSchema)
      .max(keyFactsMax)
      .optional()
      .describe("The properties that identify an entity at a glance, in order."),
    sections: z
      .array(sectionSchema)
      .max(sectionsMax)
      .optional()
      .describe("The properties in groups with a title, in order. Properties in no section follow them."),
  })
  .meta({ id: "Presentation" });

export type Presentation = z.output<typeof presentationSchema>;
