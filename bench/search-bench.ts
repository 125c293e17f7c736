import { setTimeout } from "node:timers/promises";
import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { computeTerms } from "./fill-entities.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { entityCount, sectionOf } from "./scale.ts";
import { describeTimes, percentile, takeTimes } from "./times.ts";

const rounds = 200;
const medianBarMs = 10;
const filterBarMs = 20;

const looks = words(
  "quilted cropped pleated tailored ribbed hooded belted printed striped washed waxed lined boxy draped",
);
const garments = words(
  "parka trench blazer cardigan hoodie shirt blouse skirt dress jumpsuit jeans chino scarf beanie",
);
const colors = words(
  "black white mauve sand olive navy rust ecru cobalt coral indigo khaki lilac mint ochre plum teal",
);

/** Search by words among many entities. */
export async function benchSearch(): Promise<void> {
  await inBenchWorld(async (world) => {
    await fillNamed(world);
    const termsPerSecond = Math.round(entityCount / (await computeTerms(world)));
    const { address } = await world.startService();
    const { headers } = world;
    const asked: [string, () => string][] = [
      ["one word, one in 14", () => some(garments)],
      ["two words, one in 200", () => `${some(looks)} ${some(garments)}`],
      ["three words, one in 3,300", () => `${some(garments)} ${some(colors)} ${some(looks)}`],
      ["beginnings of two words", () => `${some(looks).slice(0, 3)} ${some(garments).slice(0, 3)}`],
      ["a number, one match", () => `${Math.floor(Math.random() * entityCount)}`],
      ["a word and a number, one or no match", () => `${some(garments)} ${Math.floor(Math.random() * entityCount)}`],
      ["no match", () => "nowhere"],
    ];
    const results: ResultLine[] = [
      { name: "terms computed after an upgrade", value: `${termsPerSecond}/s`, spread: "" },
    ];
    const measure = async (name: string, barMs: number, queryOf: () => string) => {
      const taken = await takeTimes(rounds, headers, () => `${address}/api/items?limit=50&${queryOf()}`);
      results.push({ name, ...describeTimes(taken), ofBar: barMs / percentile(taken, 50) });
    };
    await waitForIndex(world);
    for (const [name, q] of asked) {
      await measure(`search: ${name}`, medianBarMs, () => `q=${encodeURIComponent(q())}`);
    }
    for (const [name, criteria] of filters) {
      await measure(name, filterBarMs, () => `criteria=${encodeURIComponent(JSON.stringify(criteria()))}`);
    }
    writeResults(sectionOf("Search", "entities"), describeMachine({ rounds }), results);
  });
}

const number = () => Math.floor(Math.random() * entityCount);
const inner = (word: string) => word.slice(1, 6);

/** On searchable properties, and on names. */
const filters: [string, () => object][] = [
  ["matches: part of a word of the name", () => ({ name: { matches: inner(some(looks)).toUpperCase() } })],
  [
    "matches: parts of two words of the name, one in 200",
    () => ({ name: { matches: `${some(looks).slice(1)} ${some(garments).slice(0, -1)}` } }),
  ],
  ["matches: end of a word and a number, one or few", () => ({ description: { matches: `umber ${number()}` } })],
  ["matches: five digits of a number", () => ({ description: { matches: `${100_000 + number()}`.slice(1, 6) } })],
  ["matches: no match", () => ({ description: { matches: "nowhere" } })],
  ["contains: a word and a number, one or few", () => ({ description: { contains: `number ${number()}` } })],
  ["range: few match", () => ({ price: { gt: 449 } })],
  ["range: one in three", () => ({ price: { gt: 300 } })],
  ["range: one in 900, and a text", () => ({ price: "BETWEEN 100 and 100", description: { matches: "9 " } })],
];

function words(text: string): readonly string[] {
  return text.split(" ");
}

function some(values: readonly string[]): string {
  return values[Math.floor(Math.random() * values.length)] ?? "";
}

/** As an earlier release has left them: without terms. */
export async function fillNamed({ client, orgId }: BenchWorld): Promise<void> {
  const properties = [
    { slug: "description", label: "Description", propertyType: "text", searchable: true },
    { slug: "price", label: "Price", propertyType: "number", searchable: true },
  ];
  await client.query(`insert into entity_types (org_id, id, label, properties) values ($1, 'item', 'Item', $2)`, [
    orgId,
    JSON.stringify(properties),
  ]);
  await client.query(
    `insert into entities (org_id, entity_type, id, type_path, name, federated_id, properties)
     select $1, 'item', 'Z' || lpad(n::text, 15, '0'), 'item',
       initcap(($2::text[])[1 + n % 14] || ' ' || ($3::text[])[1 + n / 14 % 14]), 'ST-' || n,
       jsonb_build_object('roles', jsonb_build_array('family'), 'itemFamilyId', 'Z' || lpad(n::text, 15, '0'),
         'optionName', ($4::text[])[1 + n / 196 % 17], 'price', (n % 900) * 0.5, 'supplier', 'supplier ' || n % 400,
         'description', 'A garment of the collection for cold days, number ' || n)
     from generate_series(1, ${entityCount}) n`,
    [orgId, looks, garments, colors],
  );
  await client.query("vacuum analyze entities");
}

/** The index of the searchable number: a long text is not ordered by one. */
async function waitForIndex({ client }: BenchWorld): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const { rowCount } = await client.query(
      `select from pg_index join pg_class on pg_class.oid = indexrelid
       where indrelid = 'entities'::regclass and starts_with(relname, 'entities_search_') and indisvalid`,
    );
    if (rowCount === 1) {
      return;
    }
    await setTimeout(500);
  }
  throw new Error("The searchable number has no index after ten minutes.");
}
