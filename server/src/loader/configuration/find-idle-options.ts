import type { LoadConfiguration } from "@weft/contract";
import type { LoadIssue } from "../load-issue.ts";

interface IdleOption {
  readonly option: string;
  readonly isIdle: boolean;
  /** Why it has no effect; the rest of a sentence. */
  readonly because: string;
}

/** A warning for each option that has no effect on this load. */
export function findIdleOptions(configuration: LoadConfiguration): LoadIssue[] {
  const { loadType = [] } = configuration;
  const options = loadType.includes("ASSORTMENT")
    ? idleWithAssortments(configuration)
    : idleWithoutAssortments(configuration);
  return [...idleForProjects(configuration), ...options]
    .filter(({ isIdle }) => isIdle)
    .map(({ option, because }) => ({
      issueType: "CONFIG",
      severity: "warning",
      message: `${option} has no effect: ${because}.`,
      suggestion: `Remove ${option}.`,
    }));
}

function idleForProjects({ loadType = [], workspaceIdentifier, assortmentSplit }: LoadConfiguration): IdleOption[] {
  const hasProjectItems = loadType.includes("PROJECT_ITEM");
  const hasAssortments = loadType.includes("ASSORTMENT");
  return [
    {
      option: "workspaceIdentifier",
      isIdle: workspaceIdentifier !== undefined && !hasProjectItems,
      because: hasAssortments ? "the assortment's project is used" : "no project items are loaded",
    },
    {
      option: "assortmentSplit",
      isIdle:
        assortmentSplit !== undefined && !hasAssortments && !(hasProjectItems && workspaceIdentifier === undefined),
      because: hasProjectItems
        ? "workspaceIdentifier specifies the project, and no assortments are loaded"
        : "no assortments are loaded",
    },
  ];
}

function idleWithoutAssortments(configuration: LoadConfiguration): IdleOption[] {
  const because = "no assortments are loaded";
  return [
    { option: "partialAssortmentUpdate", isIdle: configuration.partialAssortmentUpdate === true, because },
    { option: "assortmentItemDropField", isIdle: configuration.assortmentItemDropField !== undefined, because },
    { option: "shouldSkipAssortmentPublish", isIdle: configuration.shouldSkipAssortmentPublish === true, because },
    { option: "maxRemovals", isIdle: configuration.maxRemovals !== undefined, because },
  ];
}

function idleWithAssortments(configuration: LoadConfiguration): IdleOption[] {
  const { assortmentSplit, partialAssortmentUpdate, assortmentItemDropField } = configuration;
  const isPartial = assortmentSplit?.partialAssortmentUpdate ?? partialAssortmentUpdate ?? false;
  const inFull = "without partialAssortmentUpdate every row is added and the other items are removed";
  const twin = "the value in assortmentSplit takes precedence";
  const hasInnerDrop = assortmentSplit?.dropField !== undefined;
  return [
    {
      option: "partialAssortmentUpdate",
      isIdle: partialAssortmentUpdate !== undefined && assortmentSplit?.partialAssortmentUpdate !== undefined,
      because: twin,
    },
    {
      option: "assortmentSplit.addField",
      isIdle: !isPartial && assortmentSplit?.addField !== undefined,
      because: inFull,
    },
    { option: "assortmentSplit.dropField", isIdle: !isPartial && hasInnerDrop, because: inFull },
    {
      option: "assortmentItemDropField",
      isIdle: assortmentItemDropField !== undefined && (hasInnerDrop || !isPartial),
      because: hasInnerDrop ? "assortmentSplit.dropField takes precedence" : inFull,
    },
  ];
}
