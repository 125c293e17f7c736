import type { SentFields, Writer } from "../../entities/model/write-request.ts";
import { newId } from "../../platform/ids.ts";
import type { TestService } from "../../testing/test-service.ts";
import { type AlongsideMembers, applyMemberLoad, type MemberLoad, type MembersOutcome } from "../apply-member-load.ts";
import { deleteStage, stageMembers } from "../staged-member-store.ts";
import { type AssortmentWorld, buildAssortmentWorld, buildWriter, type ListeningServices } from "./assortment-world.ts";

type StagedPair = readonly [itemId: string | undefined, fields: SentFields | "dropped"];

/** What differs from a full update that publishes. */
interface Application extends Partial<MemberLoad> {
  readonly writer?: Writer;
  readonly alongside?: AlongsideMembers;
}

/** An assortment that holds A, B and C, published once, with D outside of it and an empty stage. */
export interface LoadWorld extends AssortmentWorld {
  readonly assortmentId: string;
  readonly itemIds: readonly string[];
  stage(pairs: readonly StagedPair[]): Promise<void>;
  /** A changed, B unchanged, C absent, D new. */
  stageTheExample(): Promise<void>;
  /** Rows staged from here on belong to another load. */
  nextStage(): void;
  load(): MemberLoad;
  apply(application?: Application): Promise<MembersOutcome>;
  unitsByItem(): Promise<Record<string, number | undefined>>;
}

const types = {
  "assortment-item": {
    properties: [
      { slug: "units", propertyType: "number" },
      { slug: "slot", unique: true },
    ],
  },
} as const;

export async function buildLoadWorld(service: TestService, listening: ListeningServices): Promise<LoadWorld> {
  const world = await buildAssortmentWorld(service, types);
  const assortmentId = await world.assortment("Core");
  const itemIds = await world.items("A", "B", "C", "D");
  const [a, b, c, d] = itemIds;
  const { db } = service.database;
  let stageId = newId();
  const load = () => ({ orgId: world.org.id, stageId, assortmentId, isPartial: false, isPublished: true });
  const apply = ({ writer = buildWriter(), alongside = async () => {}, ...changed }: Application = {}) =>
    applyMemberLoad(listening.services, writer, { ...load(), ...changed }, alongside);
  const stage = async (pairs: readonly StagedPair[]) => {
    const members = pairs.map(([itemId = "", fields], index) => ({
      assortmentId,
      itemId,
      rowNumber: index + 2,
      isDropped: fields === "dropped",
      fields: fields === "dropped" ? {} : fields,
    }));
    await db.transaction((tx) => stageMembers(tx, world.org.id, stageId, members));
  };
  const first = [
    [a, { units: 1 }],
    [b, { units: 2 }],
    [c, { units: 3 }],
  ] as const;
  const example = [
    [a, { units: 10 }],
    [b, { units: 2 }],
    [d, { units: 4 }],
  ] as const;
  await stage(first);
  await apply();
  await db.transaction((tx) => deleteStage(tx, world.org.id, stageId));
  listening.receivedEvents();
  return {
    ...world,
    assortmentId,
    itemIds,
    load,
    apply,
    stage,
    stageTheExample: () => stage(example),
    nextStage() {
      stageId = newId();
    },
    async unitsByItem() {
      const criteria = encodeURIComponent(JSON.stringify({ assortmentId }));
      const { body } = await world.call("GET", `/assortment-items?criteria=${criteria}`);
      const pairs = body.results.map(({ itemId, units }: { itemId: string; units: number }) => [itemId, units]);
      return Object.fromEntries(pairs);
    },
  };
}
