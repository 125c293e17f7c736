import { arrangingTasks } from "./arranging-tasks.ts";
import type { ConsoleTask } from "./console-task.ts";
import { editingTasks } from "./editing-tasks.ts";
import { findingTasks } from "./finding-tasks.ts";
import { groupingTasks } from "./grouping-tasks.ts";
import { itemTasks } from "./item-tasks.ts";

/** Finding, looking, and arranging lists. */
export const tasksOfLists: readonly ConsoleTask[] = [
  ...Object.values(findingTasks),
  ...Object.values(arrangingTasks),
  ...Object.values(groupingTasks),
];

/** Changing values, and what was changed. */
export const tasksOfChanges: readonly ConsoleTask[] = [...Object.values(editingTasks), ...Object.values(itemTasks)];

/** The window in which tasks are performed: 20 rows are visible. */
export const taskWindow = { width: 1440, height: 1080 } as const;
