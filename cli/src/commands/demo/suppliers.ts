import type { FabricGroup } from "./garments.ts";

export interface Supplier {
  readonly federatedId: string;
  readonly name: string;
  readonly country: string;
  readonly city: string;
  readonly leadTimeDays: number;
  readonly certificates: readonly string[];
  readonly fabrics: readonly FabricGroup[];
}

type Row = readonly [string, string, string, number, string, readonly FabricGroup[]];

/** Fictitious, in plausible places. */
const rows: readonly Row[] = [
  ["Lanificio Valsesia", "Italy", "Biella", 75, "RWS", ["coating", "suiting", "knit"]],
  ["Confezioni Brenta", "Italy", "Padua", 60, "", ["suiting", "coating"]],
  ["Seteria del Lario", "Italy", "Como", 70, "OEKO-TEX", ["silk", "viscose"]],
  ["Calzaturificio Tenna", "Italy", "Fermo", 65, "LWG", ["leather"]],
  ["Malhas do Ave", "Portugal", "Guimarães", 55, "GOTS, OEKO-TEX", ["jersey", "fleece"]],
  ["Camisaria Minho", "Portugal", "Barcelos", 50, "GOTS", ["shirting", "linen"]],
  ["Calçados Felgueiras", "Portugal", "Felgueiras", 60, "LWG", ["leather", "canvas"]],
  ["Ege Denim", "Turkey", "Izmir", 50, "GOTS, GRS", ["denim", "twill"]],
  ["Marmara Örme", "Turkey", "Istanbul", 45, "OEKO-TEX", ["jersey", "knit", "fleece"]],
  ["Bursa Dokuma", "Turkey", "Bursa", 50, "OEKO-TEX", ["viscose", "shirting"]],
  ["Atelier Cluj", "Romania", "Cluj-Napoca", 45, "", ["suiting", "twill"]],
  ["Rhodope Outdoor", "Bulgaria", "Plovdiv", 55, "GRS", ["shell"]],
  ["Vilnius Linen House", "Lithuania", "Vilnius", 45, "OEKO-TEX", ["linen", "canvas"]],
  ["Borås Strik", "Sweden", "Borås", 40, "RWS", ["knit"]],
  ["Saigon Outerwear", "Vietnam", "Ho Chi Minh City", 105, "GRS", ["shell"]],
  ["Tirupur Knits", "India", "Tiruppur", 95, "GOTS", ["jersey", "fleece"]],
  ["Jaipur Prints", "India", "Jaipur", 100, "GOTS", ["viscose", "shirting", "silk"]],
  ["Atlas Maroquinerie", "Morocco", "Casablanca", 60, "LWG", ["leather", "canvas"]],
];

export const suppliers: readonly Supplier[] = rows.map(
  ([name, country, city, leadTimeDays, certificates, fabrics], index) => ({
    federatedId: `WEFT-SUP-${String(index + 1).padStart(2, "0")}`,
    name,
    country,
    city,
    leadTimeDays,
    certificates: certificates === "" ? [] : certificates.split(", "),
    fabrics,
  }),
);

export const certificateNames: readonly string[] = [
  ...new Set(suppliers.flatMap(({ certificates }) => certificates)),
].sort();
