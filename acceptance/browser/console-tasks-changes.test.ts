import { tasksOfChanges } from "../testing/console-tasks/all-tasks.ts";
import { testTasks } from "../testing/console-tasks/test-tasks.ts";

testTasks(tasksOfChanges);
