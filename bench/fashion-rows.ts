const colors = ["Black", "White", "Red", "Navy", "Olive", "Sand", "Grau", "Bordeaux", "Écru", "藍"];
const regions = ["EMEA", "Americas", "APAC"];
const fits = ["slim", "regular", "relaxed"];

/** Options per family: one row each. */
export const optionsPerFamily = 10;

export const fashionHeaders = [
  "itemFamilyFederatedId",
  "itemOptionFederatedId",
  "name",
  "optionName",
  "brand",
  "season",
  "division",
  "gender",
  "category",
  "subcategory",
  "fit",
  "material",
  "region",
  "country",
  "cost",
  "price",
  "weight",
  "launch",
  "supplier",
  "description",
];

/** The cells of one row: twenty columns, with text as in real files. */
export function fashionRow(index: number): string[] {
  const family = Math.floor(index / optionsPerFamily);
  const option = index % optionsPerFamily;
  const pick = (values: readonly string[], seed: number) => values[seed % values.length] ?? "";
  return [
    `ST-${String(family).padStart(7, "0")}`,
    `ST-${String(family).padStart(7, "0")}-${option}`,
    `Style ${family}`,
    pick(colors, option),
    pick(["Acme", "Nordlys", "Tremont"], family),
    pick(["FW26", "SS27"], family),
    pick(["Apparel", "Footwear"], family),
    pick(["Women", "Men", "Unisex"], family),
    pick(["Outerwear", "Knitwear", "Denim", "Shirts"], family),
    pick(["Parka", "Coat", "Vest", "Anorak", "Blazer"], family),
    pick(fits, index),
    pick(["Cotton", "Wool", "Recycled polyester", "Linen"], family),
    pick(regions, index),
    pick(["PT", "IT", "VN", "TR", "CN"], family),
    (10 + (index % 900) / 10).toFixed(2),
    (30 + (index % 2700) / 10).toFixed(2),
    String(200 + (index % 700)),
    `2027-0${1 + (index % 9)}-15`,
    `Supplier ${family % 300}`,
    `"${pick(colors, option)}", ${pick(fits, index)} fit, lined`,
  ];
}
