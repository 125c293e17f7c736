import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { computeTerms } from "./fill-entities.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { entityCount, sectionOf } from "./scale.ts";
import { describeTimes, percentile, takeTimes } from "./times.ts";

const rounds = 200;
const medianBarMs = 10;

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
    for (const [name, q] of asked) {
      const urlOf = () => `${address}/api/items?limit=50&q=${encodeURIComponent(q())}`;
      const taken = await takeTimes(rounds, headers, urlOf);
      results.push({ name: `search: ${name}`, ...describeTimes(taken), ofBar: medianBarMs / percentile(taken, 50) });
    }
    writeResults(sectionOf("Search", "entities"), describeMachine({ rounds }), results);
  });
}

function words(text: string): readonly string[] {
  return text.split(" ");
}

function some(values: readonly string[]): string {
  return values[Math.floor(Math.random() * values.length)] ?? "";
}

/** As an earlier release has left them: without terms. */
async function fillNamed({ client, orgId }: BenchWorld): Promise<void> {
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
