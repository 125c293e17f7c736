import { TypeCatalog } from "../../entities/model/type-catalog.ts";
import { serviceRights, type Writer } from "../../entities/model/write-request.ts";
import type { TypeInput } from "../../entities/testing/build-types.ts";
import { buildEntityWorld, type EntityWorld } from "../../entities/testing/entity-world.ts";
import { EntityWriter } from "../../entities/write/entity-writer.ts";
import type { WeftEvent } from "../../entities/write/event-listener.ts";
import { IndexMerger } from "../../entities/write/index-merger.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { newId } from "../../platform/ids.ts";
import { listenForAll } from "../../testing/listen-for-all.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import type { AssortmentServices } from "../write-assortment.ts";

/** An org with a project, and common operations on assortments. */
export interface AssortmentWorld extends EntityWorld {
  readonly project: TestAnswer["body"];
  assortment(name: string, more?: object): Promise<string>;
  items(...names: string[]): Promise<string[]>;
  /** Adds the items and publishes. */
  add(assortmentId: string, itemIds: readonly string[]): Promise<TestAnswer>;
  /** The items that are currently in the assortment. */
  itemsIn(assortmentId: string): Promise<string[]>;
  history(assortmentId: string): Promise<TestAnswer["body"][]>;
  details(assortmentId: string, changeId: string): Promise<TestAnswer["body"][]>;
}

export async function buildAssortmentWorld(
  service: TestService,
  types: Readonly<Record<string, TypeInput>> = {},
): Promise<AssortmentWorld> {
  const world = await buildEntityWorld(service, types);
  const project = await world.create("projects", { name: "Spring" });
  const read = async (path: string) => (await world.call("GET", path)).body;
  return {
    ...world,
    project,
    async assortment(name, more = {}) {
      const { id } = await world.create("assortments", { name, workspaceId: project.rootWorkspaceId, ...more });
      return id;
    },
    async items(...names) {
      const ids: string[] = [];
      for (const name of names) {
        ids.push((await world.create("items", { name })).id);
      }
      return ids;
    },
    add: (id, itemIds) => world.call("POST", `/assortments/${id}/items`, { body: { itemIds } }),
    async itemsIn(id) {
      const criteria = encodeURIComponent(JSON.stringify({ assortmentId: id }));
      const { results } = await read(`/assortment-items?limit=1000&criteria=${criteria}`);
      return results.map(({ itemId }: { itemId: string }) => itemId).sort();
    },
    history: async (id) => (await read(`/assortments/${id}/history`)).results,
    details: async (id, changeId) => (await read(`/assortments/${id}/history/${changeId}`)).details,
  };
}

/** The services of operations without a route of their own, with a listener for all events. */
export interface ListeningServices {
  readonly services: AssortmentServices;
  /** All events raised since the last call. */
  receivedEvents(): WeftEvent[];
  /** Pauses the next write after its members have been written, until it is released. */
  holdNext(): { readonly reached: Promise<void>; letGo(): void };
  close(): Promise<void>;
}

export function startListeningServices({ database }: TestService): ListeningServices {
  let events: WeftEvent[] = [];
  let pause: () => Promise<void> = async () => {};
  const listener = listenForAll(async (raised) => {
    events.push(...raised);
    const passing = pause;
    pause = async () => {};
    await passing();
  });
  const { db, connectionString } = database;
  const bus = new WakeUpBus(connectionString);
  const merger = new IndexMerger(db);
  const types = new TypeCatalog(db, bus);
  const expressions = new ExpressionEvaluator();
  const outsideKinds = new Map();
  const writer = new EntityWriter({
    db,
    bus,
    types,
    listeners: [listener],
    followUps: [],
    outsideKinds,
    merger,
    expressions,
    isDistributed: async () => false,
  });
  return {
    services: { db, writer },
    receivedEvents() {
      const receivedEvents = events;
      events = [];
      return receivedEvents;
    },
    holdNext() {
      let letGo = () => {};
      const released = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const reached = new Promise<void>((resolve) => {
        pause = () => {
          resolve();
          return released;
        };
      });
      return { reached, letGo: () => letGo() };
    },
    async close() {
      await merger.close();
      await expressions.close();
      await bus.close();
    },
  };
}

/** The writer of a load. Default: all rights. */
export function buildWriter(rights: Writer["rights"] = serviceRights): Writer {
  return {
    rights,
    author: {
      actorId: newId(),
      actorType: "app",
      actorName: "loader",
      changeSetId: newId(),
      source: "loader",
      sourceId: newId(),
    },
  };
}
