import type { EventWorkflow } from "@weft/client";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { drawTable } from "../../output/table.ts";

/** A summary of a definition; --json prints all of it. */
export function formatWorkflow(workflow: EventWorkflow, style: Style): string {
  const { id, name, identifier, version, isActive, description, triggers, conditional, tasks, owner, stoppedReason } =
    workflow;
  const fields: [string, string | null][] = [
    ["id", id],
    ["identifier", identifier],
    ["about", description],
    ["triggers", triggers.join(", ")],
    ["condition", conditional],
    ["owner", owner === null ? "unknown" : `${owner.name === "" ? owner.id : owner.name} (${owner.type})`],
    ["stopped", stoppedReason],
  ];
  return [
    `${style.bold(safeText(name))}, version ${version}${isActive ? "" : style.yellow(", disabled")}\n`,
    ...fields.flatMap(([title, value]) =>
      value === null || value === "" ? [] : [`  ${style.dim(title.padEnd(10))}  ${safeText(value)}\n`],
    ),
    drawTable(
      tasks.map((task, index) => ({ ...task, number: index + 1 })),
      [
        { title: "", value: ({ number }) => number, isRight: true },
        { title: "task", value: (task) => task.name },
        { title: "action", value: ({ action }) => action },
        { title: "", value: (task) => (task.async ? "waits for a callback" : "") },
      ],
      Number.POSITIVE_INFINITY,
    ),
  ].join("");
}
