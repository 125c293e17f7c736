import type { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { ActionCatalog } from "./actions/action.ts";
import type { ProcessServices } from "./process-state/update-process.ts";

/** The services that workflows require from the node. */
export interface WorkflowServices extends ProcessServices {
  readonly actions: ActionCatalog;
  readonly expressions: ExpressionEvaluator;
  readonly secrets: SecretBox;
  /** The external base URL of the service, if configured. */
  readonly publicUrl: string | undefined;
}
