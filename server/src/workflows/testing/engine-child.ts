import { TypeCatalog } from "../../entities/type-catalog.ts";
import { PostgresDatabase } from "../../platform/database/database.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { NodeHeartbeat } from "../../platform/jobs/node-heartbeat.ts";
import { parseAllowedRanges } from "../../platform/outbound/address-rules.ts";
import { createOutboundSender } from "../../platform/outbound/outbound-sender.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { httpAction } from "../actions/http-action.ts";
import { VersionCatalog } from "../version-catalog.ts";
import { WorkflowEngine } from "../workflow-engine.ts";

/** A node that only runs the calls of workflows, to be killed: it says its id, and takes up what is in the database. */
const [, , connectionString = "", secret = ""] = process.argv;
const db = new PostgresDatabase({ connectionString, connectionsMax: 4, applicationName: "weft-child" });
const bus = new WakeUpBus(connectionString);
const { id: nodeId } = new NodeHeartbeat(db);
const outboundAllowedRanges = parseAllowedRanges("127.0.0.1/32");
const outbound = createOutboundSender({ allowedRanges: outboundAllowedRanges });
new WorkflowEngine({
  db,
  bus,
  nodeId,
  types: new TypeCatalog(db, bus),
  listeners: [],
  versions: new VersionCatalog(),
  actions: new Map([["http", httpAction({ outbound, outboundAllowedRanges })]]),
  secrets: new SecretBox(secret),
  callbackUrl: "http://127.0.0.1/api/external-events/callback/",
  onFault: (error) => console.error(error),
});
console.log(nodeId);
