import type { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { ActionCatalog } from "./actions/action.ts";
import type { ProcessServices } from "./process-state/update-process.ts";

/** What workflows need of the node. */
export interface WorkflowServices extends ProcessServices {
  readonly actions: ActionCatalog;
  readonly expressions: ExpressionEvaluator;
  readonly secrets: SecretBox;
  /** The address that others reach the service by, when the operator has said so. */
  readonly publicUrl: string | undefined;
}
