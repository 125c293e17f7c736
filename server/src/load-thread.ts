import { workerData } from "node:worker_threads";
import { createLoadServices, type LoadThreadOptions } from "./create-load-services.ts";
import { doLoadWork } from "./loader/engine/do-load-work.ts";
import { answerWork } from "./platform/threads/answer-work.ts";
import { yieldPriority } from "./platform/threads/yield-priority.ts";

/** The thread in which loads run, with its own connections. */
const options: LoadThreadOptions = workerData;
const services = createLoadServices(options);

yieldPriority();
answerWork((work, stopping) => doLoadWork(services, work, stopping));
