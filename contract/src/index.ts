export * from "./errors.ts";
export * from "./fields.ts";
export * from "./operation.ts";
export * from "./problem.ts";
export * from "./rights.ts";
