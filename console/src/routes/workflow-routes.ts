import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  readNewWorkflowSearch,
  readProcessesSearch,
  readProcessSearch,
  readTasksSearch,
  readWorkflowSearch,
} from "../workflows/workflow-search.ts";
import { shellRoute } from "./root-route.tsx";

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workflows",
  component: lazyRouteComponent(() => import("../workflows/pages/workflows-page.tsx"), "WorkflowsPage"),
});

const newWorkflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workflows/new",
  validateSearch: readNewWorkflowSearch,
  component: lazyRouteComponent(() => import("../workflows/pages/new-workflow-page.tsx"), "NewWorkflowPage"),
});

const workflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workflows/$id",
  validateSearch: readWorkflowSearch,
  component: lazyRouteComponent(() => import("../workflows/pages/workflow-page.tsx"), "WorkflowPage"),
});

const processesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/processes",
  validateSearch: readProcessesSearch,
  component: lazyRouteComponent(() => import("../workflows/pages/processes-page.tsx"), "ProcessesPage"),
});

const processRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/processes/$id",
  validateSearch: readProcessSearch,
  component: lazyRouteComponent(() => import("../workflows/pages/process-page.tsx"), "ProcessPage"),
});

const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks",
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(() => import("../workflows/pages/tasks-page.tsx"), "TasksPage"),
});

const taskRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks/$id",
  component: lazyRouteComponent(() => import("../workflows/pages/task-page.tsx"), "TaskPage"),
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
