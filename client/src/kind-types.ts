import type { kindTable } from "./contract/kind-table.ts";
import type { Operations } from "./contract/operation-types.ts";

type KindTable = typeof kindTable;

type Member<Id, Name extends string> = Id extends keyof Operations
  ? Operations[Id] extends { readonly [Key in Name]?: infer Value }
    ? Value
    : never
  : never;

type ResultOf<Page> = Page extends { readonly results: (infer Result)[] } ? Result : never;

type Known<Draft> = {
  [Name in keyof Draft as string extends Name ? never : number extends Name ? never : Name]: Draft[Name];
};

/** For objects with arbitrary members, accepts interfaces too: they have no index signature. */
type Given<Draft> = [Draft] extends [never]
  ? never
  : string extends keyof Draft
    ? Draft | (Known<Draft> & object)
    : Draft;

/** Input and result of the verbs of each kind; never if a kind does not support the verb. */
export type KindTypes = {
  [Name in keyof KindTable]: {
    readonly entity: Member<`get-${Name}`, "answer">;
    readonly listed: ResultOf<Member<`list-${KindTable[Name]["plural"]}`, "answer">>;
    readonly draft: Given<Member<`create-${Name}`, "body">>;
    readonly created: Member<`create-${Name}`, "answer">;
    readonly update: Given<Member<`update-${Name}`, "body">>;
  };
};
