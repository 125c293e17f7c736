import { TypeCatalog } from "../../entities/model/type-catalog.ts";
import { PostgresDatabase } from "../../platform/database/database.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { NodeHeartbeat } from "../../platform/jobs/node-heartbeat.ts";
import { parseAllowedRanges } from "../../platform/outbound/address-rules.ts";
import { createOutboundSender } from "../../platform/outbound/outbound-sender.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { delayAction } from "../actions/delay-action.ts";
import { httpAction } from "../actions/http-action.ts";
import { WorkflowEngine } from "../engine/workflow-engine.ts";
import { VersionCatalog } from "../version-catalog.ts";

interface EngineOptions {
  readonly connectionString: string;
  readonly secret: string;
  /** A separate database connection for the engine itself. */
  readonly engineConnectionString?: string;
  readonly onError: (error: unknown) => void;
}

export interface StartedEngine {
  readonly nodeId: string;
  stop(): Promise<void>;
}

/** A node that runs only the HTTP and waiting actions of workflows: it claims tasks from the database. */
export async function startEngine(options: EngineOptions): Promise<StartedEngine> {
  const { connectionString, engineConnectionString = connectionString, secret, onError } = options;
  const open = (address: string) =>
    new PostgresDatabase({ connectionString: address, connectionsMax: 4, applicationName: "weft-engine" });
  const [ownDb, db] = [open(connectionString), open(engineConnectionString)];
  const bus = new WakeUpBus(connectionString);
  const heartbeat = new NodeHeartbeat(ownDb);
  // Registers before it claims tasks: other nodes would release those of an unknown node.
  await heartbeat.announceRunner();
  const outboundAllowedRanges = parseAllowedRanges("127.0.0.1/32");
  const outbound = createOutboundSender({ allowedRanges: outboundAllowedRanges });
  const expressions = new ExpressionEvaluator();
  const engine = new WorkflowEngine({
    db,
    bus,
    expressions,
    nodeId: heartbeat.id,
    types: new TypeCatalog(db, bus),
    listeners: [],
    versions: new VersionCatalog(),
    actions: new Map([
      ["http", httpAction({ outbound, outboundAllowedRanges })],
      ["delay", delayAction],
    ]),
    secrets: new SecretBox([secret]),
    callbackUrl: "http://127.0.0.1/api/external-events/callback/",
    onError,
  });
  return {
    nodeId: heartbeat.id,
    async stop() {
      await engine.stop();
      await heartbeat.stop();
      await bus.close();
      outbound.close();
      await expressions.close();
      await Promise.all([db.close(), ownDb.close()]);
    },
  };
}
