import { startEngine } from "./start-engine.ts";

/** A node that only runs workflows, to be killed: it prints its id, and claims tasks from the database. */
const [, , connectionString = "", secret = ""] = process.argv;
const { nodeId } = await startEngine({ connectionString, secret, onError: (error) => console.error(error) });
console.log(nodeId);
