import { workerData } from "node:worker_threads";
import { doLoadWork } from "./loader/engine/run-load.ts";
import { handleWork } from "./platform/threads/handle-work.ts";
import { yieldPriority } from "./platform/threads/yield-priority.ts";
import { createLoadServices, type LoadThreadOptions } from "./thread-services.ts";

/** The thread in which loads run, with its own connections. */
const options: LoadThreadOptions = workerData;
const services = createLoadServices(options);

yieldPriority();
handleWork((work, stopping) => doLoadWork(services, work, stopping));
