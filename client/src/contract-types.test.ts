import { describe, expectTypeOf, test } from "vitest";
import type {
  entityOperations,
  eventWorkflowTaskSchema,
  jsonValueSchema,
  listChanges,
  loadOperations,
  problemSchema,
} from "../../contract/src/index.ts";
import type { CursorStore } from "./changes/cursor-store.ts";
import type { Polling } from "./changes/polling.ts";
import type {
  ChangeRecord,
  EventWorkflowTask,
  Item,
  LoaderProcess,
  LoaderProcessCreate,
  Problem,
} from "./contract/schemas.ts";
import type { Credentials } from "./credentials.ts";
import type { Entities } from "./entities.ts";
import type { BatchOperation, Listing } from "./entity-calls.ts";
import type { CreateOf, EntityName, KindTypes, UpdateOf } from "./entity-shapes.ts";
import type { TaskNews, TaskUpdate } from "./index.ts";
import type { CallArguments, OperationId } from "./operation-call.ts";
import type { TaskListing } from "./tasks/tasks.ts";
import type { Weft } from "./weft.ts";

// Checked by the compiler: at run time these tests do nothing.

/** As on the wire, where nothing is undefined. Any JSON is unknown to the client. */
type Wire<Type> = Json extends Type
  ? unknown
  : Type extends readonly (infer Element)[]
    ? Wire<Element>[]
    : Type extends object
      ? { [Name in keyof Type]: Wire<Exclude<Type[Name], undefined>> }
      : Type;
/** The output type of a schema. */
type Output<Schema extends { readonly _zod: { readonly output: unknown } }> = Schema["_zod"]["output"];
type Json = Output<typeof jsonValueSchema>;

type ItemAnswer = Output<ReturnType<typeof entityOperations>["get"]["answers"][200]["body"]>;
type LoadAnswer = Output<(typeof loadOperations)["get"]["answers"][200]["body"]>;
type LoadBody = Output<(typeof loadOperations)["create"]["body"]>;
type ChangeAnswer = Output<(typeof listChanges)["answers"][200]["body"]>["results"][number];
type ItemFields = "id" | "entityType" | "typePath" | "name" | "federatedId" | "createdOn" | "updatedOn" | "version";

describe("the client's types match the contract", () => {
  test("item", () => {
    // The contract knows the custom fields only at run time.
    expectTypeOf<Wire<Pick<Item, ItemFields>>>().toEqualTypeOf<Wire<Pick<ItemAnswer, ItemFields>>>();
    expectTypeOf<Item>().toExtend<ItemAnswer>();
  });

  test("load", () => {
    expectTypeOf<Wire<LoaderProcess>>().toEqualTypeOf<Wire<LoadAnswer>>();
    expectTypeOf<Wire<LoaderProcessCreate>>().toEqualTypeOf<Wire<LoadBody>>();
  });

  test("task", () => {
    expectTypeOf<Wire<EventWorkflowTask>>().toEqualTypeOf<Wire<Output<typeof eventWorkflowTaskSchema>>>();
  });

  test("changes", () => {
    expectTypeOf<Wire<ChangeRecord>>().toEqualTypeOf<Wire<ChangeAnswer>>();
  });

  test("problem", () => {
    expectTypeOf<Wire<Problem>>().toEqualTypeOf<Wire<Output<typeof problemSchema>>>();
  });
});

declare module "./index.ts" {
  // Like the output of weft types generate; a kind that no other test reads.
  interface EntityProperties {
    "size-range-template": { testedBy?: string };
  }
}

describe("calls are typed", () => {
  test("by entity name", () => {
    const read = (entities: Entities) => entities.get({ entityName: "item", id: "x" });
    const listed = (entities: Entities) => entities.list({ entityName: "event-workflow-task" });

    expectTypeOf<Awaited<ReturnType<typeof read>>["optionName"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Awaited<ReturnType<typeof listed>>["results"][number]["status"]>().toEqualTypeOf<
      EventWorkflowTask["status"]
    >();
  });

  test("by entity name also for a variable, which is checked less strictly than a literal", () => {
    const object = { name: "Parka", optionName: "Red" };
    const created = (entities: Entities) => entities.create({ entityName: "item", object });
    const upserted = (entities: Entities) => entities.upsert({ entityName: "item", federatedId: "x", object });

    expectTypeOf<Awaited<ReturnType<typeof created>>["version"]>().toEqualTypeOf<number>();
    expectTypeOf<Awaited<ReturnType<typeof upserted>>["version"]>().toEqualTypeOf<number>();
  });

  test("by a custom shape, or by the organization's types", () => {
    const own = (entities: Entities) => entities.get<{ price: number }>({ entityName: "item", id: "x" });
    const merged = (entities: Entities) => entities.get({ entityName: "size-range-template", id: "x" });

    expectTypeOf<Awaited<ReturnType<typeof own>>>().toEqualTypeOf<{ price: number }>();
    expectTypeOf<Awaited<ReturnType<typeof merged>>["testedBy"]>().toEqualTypeOf<string | undefined>();
  });

  test("also by an interface, which has no index signature", () => {
    interface Parka {
      readonly name: string;
      readonly price: number;
    }
    expectTypeOf<Parka>().toExtend<CreateOf<"item">>();
    expectTypeOf<Pick<Parka, "price">>().toExtend<UpdateOf<"item">>();
    expectTypeOf<Pick<Parka, "price">>().not.toExtend<CreateOf<"item">>();
    expectTypeOf<Record<never, never>>().toExtend<CreateOf<"workspace">>();
    expectTypeOf<{ name: number }>().not.toExtend<CreateOf<"item">>();
    expectTypeOf<KindTypes["event-workflow-task"]["draft"]>().toBeNever();
  });

  test("also with undefined optional members", () => {
    type Perhaps = string | undefined;
    expectTypeOf<{ nextPageKey: Perhaps; limit: undefined }>().toExtend<Listing>();
    expectTypeOf<{ op: "delete"; id: string; federatedId: Perhaps }>().toExtend<BatchOperation<object>>();
    expectTypeOf<{ after: Perhaps; consumer: Perhaps }>().toExtend<Polling>();
    expectTypeOf<{ consumer: "erp"; cursor: CursorStore }>().not.toExtend<Polling>();
    expectTypeOf<{ nextPageKey: Perhaps }>().toExtend<TaskListing>();
    expectTypeOf<{ accessToken: string; orgSlug: Perhaps }>().toExtend<Credentials>();
    expectTypeOf<[{ query: { nextPageKey: Perhaps } }]>().toExtend<CallArguments<"list-items">>();
  });

  test("by operation id", () => {
    expectTypeOf<Weft["call"]>().toBeCallableWith("whoami");
    const load = (weft: Weft) => weft.call("get-loader-process", { params: { id: "x" }, query: { wait: 1 } });
    expectTypeOf<Awaited<ReturnType<typeof load>>>().toEqualTypeOf<LoaderProcess>();
  });

  test("so that misspelled names do not compile", () => {
    expectTypeOf<"items">().not.toExtend<EntityName>();
    expectTypeOf<"get-itm">().not.toExtend<OperationId>();
    expectTypeOf<[]>().not.toExtend<CallArguments<"get-item">>();
    expectTypeOf<[{ params: { id: string } }]>().toExtend<CallArguments<"get-item">>();
    expectTypeOf<{ loadType: "ITEMS"[] }>().not.toExtend<LoaderProcessCreate>();
  });
});

test("a former name of a type is an alias of the current one", () => {
  expectTypeOf<TaskNews>().toEqualTypeOf<TaskUpdate>();
});
