import type { Climate } from "./garments.ts";

export interface Season {
  readonly key: "aw26" | "ss27";
  readonly name: string;
  /** Identifier of the project, and prefix of those of its assortments. */
  readonly identifier: string;
  readonly climates: readonly Climate[];
  /** When its goods are in stores. */
  readonly deliveries: readonly string[];
}

export const seasons: readonly [Season, Season] = [
  {
    key: "aw26",
    name: "Autumn/Winter 2026",
    identifier: "demo-aw26",
    climates: ["cold", "any"],
    deliveries: ["2026-07-15", "2026-08-15", "2026-09-15", "2026-10-15"],
  },
  {
    key: "ss27",
    name: "Spring/Summer 2027",
    identifier: "demo-ss27",
    climates: ["warm", "any"],
    deliveries: ["2027-01-15", "2027-02-15", "2027-03-15", "2027-04-15"],
  },
];

/** The assortments of each season. */
export const lines = {
  core: "Core range",
  fashion: "Fashion range",
  online: "Online exclusives",
} as const;

export type Line = keyof typeof lines;
