import { workerData } from "node:worker_threads";
import { doLoadWork } from "./loader/engine/run-load.ts";
import { handleWork, sendNotice } from "./platform/threads/handle-work.ts";
import { yieldPriority } from "./platform/threads/yield-priority.ts";
import { createLoadServices, type LoadThreadOptions, type OutageNotice } from "./thread-services.ts";

/** The thread in which loads run, with its own connections. */
const options: LoadThreadOptions = workerData;
const services = createLoadServices(options, (outage) => sendNotice<OutageNotice>(outage));

yieldPriority();
handleWork((work, stopping) => doLoadWork(services, work, stopping));
