import { startEngine } from "./start-engine.ts";

/** A node that only runs workflows, to be killed: it says its id, and takes up what is in the database. */
const [, , connectionString = "", secret = ""] = process.argv;
const { nodeId } = await startEngine({ connectionString, secret, onError: (error) => console.error(error) });
console.log(nodeId);
