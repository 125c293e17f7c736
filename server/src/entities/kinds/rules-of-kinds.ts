import type { EntityKindName } from "@weft/contract";
import { assortmentItemRules } from "./assortment-item-rules.ts";
import { assortmentRules } from "./assortment-rules.ts";
import { colorRules } from "./color-rules.ts";
import { itemRules } from "./item-rules.ts";
import type { KindRules } from "./kind-rules.ts";
import { projectItemRules } from "./project-item-rules.ts";
import { projectRules } from "./project-rules.ts";
import { workspaceRules } from "./workspace-rules.ts";

const rules: Partial<Record<EntityKindName, KindRules>> = {
  item: itemRules,
  project: projectRules,
  workspace: workspaceRules,
  "project-item": projectItemRules,
  assortment: assortmentRules,
  "assortment-item": assortmentItemRules,
  color: colorRules,
};

const noRules: KindRules = {};

export function rulesOf(name: EntityKindName): KindRules {
  return rules[name] ?? noRules;
}
