import type { EntityServices } from "../../entities/entity-services.ts";
import type { LoadServices } from "../../loader/load-services.ts";
import type { ScriptRunner } from "../../platform/scripts/script-runner.ts";
import type { Action, ActionCatalog } from "./action.ts";
import { delayAction } from "./delay-action.ts";
import { createEntityAction, updateEntityAction } from "./entity-actions.ts";
import { externalAction } from "./external-action.ts";
import { type HttpActionServices, httpAction } from "./http-action.ts";
import { loadAction } from "./load-action.ts";
import { type OperatorAction, operatorAction } from "./operator-actions.ts";
import { publishAssortmentAction } from "./publish-assortment-action.ts";
import { scriptAction } from "./script-action.ts";

interface ActionServices extends EntityServices, LoadServices, HttpActionServices {
  readonly scripts: ScriptRunner;
}

/** All actions that a task can use: the built-in ones and those that the operator added. */
export function createActionCatalog(
  services: ActionServices,
  added: ReadonlyMap<string, OperatorAction>,
): ActionCatalog {
  return new Map<string, Action>([
    ["http", httpAction(services)],
    ["script", scriptAction(services, services.scripts)],
    ["create-entity", createEntityAction(services)],
    ["update-entity", updateEntityAction(services)],
    ["load", loadAction(services)],
    ["publish-assortment", publishAssortmentAction(services)],
    ["delay", delayAction],
    ["external", externalAction],
    ...[...added].map(([name, action]): [string, Action] => [name, operatorAction(action)]),
  ]);
}
