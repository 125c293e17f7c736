import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import {
  readNewWorkflowSearch,
  readProcessesSearch,
  readProcessSearch,
  readTasksSearch,
  readWorkflowSearch,
} from "./workflow-search.ts";

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workflows",
  component: lazyRouteComponent(() => import("./workflows-page.tsx"), "WorkflowsPage"),
});

const newWorkflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workflows/new",
  validateSearch: readNewWorkflowSearch,
  component: lazyRouteComponent(() => import("./new-workflow-page.tsx"), "NewWorkflowPage"),
});

const workflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workflows/$id",
  validateSearch: readWorkflowSearch,
  component: lazyRouteComponent(() => import("./workflow-page.tsx"), "WorkflowPage"),
});

const processesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/processes",
  validateSearch: readProcessesSearch,
  component: lazyRouteComponent(() => import("./processes-page.tsx"), "ProcessesPage"),
});

const processRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/processes/$id",
  validateSearch: readProcessSearch,
  component: lazyRouteComponent(() => import("./process-page.tsx"), "ProcessPage"),
});

const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks",
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(() => import("./tasks-page.tsx"), "TasksPage"),
});

const taskRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks/$id",
  component: lazyRouteComponent(() => import("./task-page.tsx"), "TaskPage"),
});

export const workflowRoutes = [
  workflowsRoute,
  newWorkflowRoute,
  workflowRoute,
  processesRoute,
  processRoute,
  tasksRoute,
  taskRoute,
] as const;
