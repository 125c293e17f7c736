/** A small fashion line, as in a typical spreadsheet, for a first load. */
export const sampleFileName = "sample-line.csv";

export const sampleLine = [
  ["Style", "SKU", "Style name", "Colour", "Retail price", "Cost price", "Gender", "Composition", "In stock"],
  ["S-1001", "S-1001-NVY", "Harbour parka", "Navy", "189.00", "71.50", "Women", "100% recycled nylon", "true"],
  ["S-1001", "S-1001-OLV", "Harbour parka", "Olive", "189.00", "71.50", "Women", "100% recycled nylon", "true"],
  ["S-1001", "S-1001-SND", "Harbour parka", "Sand", "189.00", "71.50", "Women", "100% recycled nylon", "false"],
  ["S-1002", "S-1002-GRY", "Ridge fleece", "Grey melange", "79.00", "24.80", "Men", "100% polyester", "true"],
  ["S-1002", "S-1002-FOR", "Ridge fleece", "Forest", "79.00", "24.80", "Men", "100% polyester", "true"],
  ["S-1003", "S-1003-WHT", "Quay shirt", "White", "59.00", "17.20", "Women", "98% cotton, 2% elastane", "true"],
  ["S-1003", "S-1003-BLU", "Quay shirt", "Sky blue", "59.00", "17.20", "Women", "98% cotton, 2% elastane", "true"],
  ["S-1004", "S-1004-IND", "Anchor jeans", "Indigo", "99.00", "33.00", "Men", "100% cotton", "true"],
  ["S-1004", "S-1004-BLK", "Anchor jeans", "Black", "99.00", "33.00", "Men", "100% cotton", "false"],
  ["S-1005", "S-1005-ECR", "Tide knit", "Ecru", "119.00", "45.40", "Women", "70% wool, 30% alpaca", "true"],
  ["S-1005", "S-1005-RST", "Tide knit", "Rust", "119.00", "45.40", "Women", "70% wool, 30% alpaca", "true"],
  ["S-1006", "S-1006-NAT", "Deck tote", "Natural", "39.00", "9.90", "Unisex", "100% canvas", "true"],
]
  .map((cells) => `${cells.map(quoted).join(",")}\n`)
  .join("");

function quoted(cell: string): string {
  return cell.includes(",") ? `"${cell}"` : cell;
}
