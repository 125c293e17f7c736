import {
  applyCallback,
  type Callback,
  type CallbackStatus,
  judgeCallback,
  type TakenCallback,
} from "../callbacks/apply-callback.ts";
import { cancelCourse } from "../course/cancel-course.ts";
import type { Course, Failure, WorkflowTask } from "../course/course.ts";
import { breakRun, finishRun, heartbeatDeadlineOf, isSameRun, postponeRun } from "../course/end-run.ts";
import { moveTask } from "../course/move-task.ts";
import { reopenTask } from "../course/reopen-task.ts";
import { replaceTask, requireTask } from "../course/task-of-course.ts";
import { hasEnded, statusesBefore } from "../course/task-states.ts";
import type { TaskDefinition } from "../workflow.ts";
import { buildCourse, builtOn, secondsAfter } from "./build-course.ts";
import type { CourseStep } from "./random-course.ts";

interface KnownCallback {
  readonly taskId: string;
  readonly idempotencyKey: string;
  readonly callback: Callback;
  readonly verdict: TakenCallback["verdict"];
  readonly receivedOn: Date;
}

/** A course in memory, to which happens what nodes and callers do in the database, by the same pure functions. */
export class CourseModel {
  readonly #definitions: readonly TaskDefinition[];
  readonly #claims: WorkflowTask[] = [];
  /** Whose run of each task counts, kept apart from what the tasks themselves say of it. */
  readonly #runs = new Map<string, WorkflowTask>();
  #callbacks: KnownCallback[] = [];
  #now = builtOn;
  #openings = 0;
  #isFenceBroken = false;
  #course: Course;

  constructor(definitions: readonly TaskDefinition[]) {
    this.#definitions = definitions;
    this.#course = buildCourse(
      definitions.map(({ name, action, async: isAsync, timeoutSeconds, heartbeatSeconds }, position) => ({
        name,
        action,
        isAsync,
        timeoutSeconds: timeoutSeconds ?? 60,
        heartbeatSeconds: heartbeatSeconds ?? null,
        runOn: position === 0 ? builtOn : null,
      })),
    );
  }

  get course(): Course {
    return this.#course;
  }

  /** Whether the run of a claim counts although it does not, or does not although it does. */
  get isFenceBroken(): boolean {
    return this.#isFenceBroken;
  }

  get callbacks(): readonly KnownCallback[] {
    return this.#callbacks;
  }

  take(step: CourseStep): void {
    switch (step.kind) {
      case "claim":
        this.#claim(`node-${step.node}`);
        break;
      case "end":
        this.#end(this.#claims.at(-1 - step.claim), step.as);
        break;
      case "callback":
        this.#callBack(this.#taskAt(step.task), step.status);
        break;
      case "subtext":
        this.#change(replaceTask(this.#course, this.#alive(this.#taskAt(step.task))));
        break;
      case "wait":
        this.#now = secondsAfter(this.#now, step.seconds);
        break;
      case "time-out":
        this.#timeOut();
        break;
      case "cancel":
        this.#cancel();
        break;
      case "retry":
        this.#retry(this.#taskAt(step.task));
        break;
      case "lose":
        this.#lose(`node-${step.node}`);
    }
  }

  get #moment() {
    return { course: this.#course, now: this.#now };
  }

  #taskAt(number: number): WorkflowTask {
    const { tasks } = this.#course;
    return requireTask(this.#course, `task-${number % tasks.length}`);
  }

  #change(course: Course): void {
    this.#course = course;
    // What was held for a task that has ended otherwise counts no more.
    this.#callbacks = this.#callbacks.filter(
      ({ taskId, verdict }) => verdict === "applied" || !hasEnded(requireTask(course, taskId).status),
    );
  }

  #claim(claimedBy: string): void {
    const due = this.#course.tasks.filter(
      ({ runOn, status }) => runOn !== null && runOn <= this.#now && statusesBefore("start").includes(status),
    );
    for (const { id, attempt, deadline, timeoutSeconds } of due) {
      const claim = { claimedBy, attempt: attempt + 1, runOn: null };
      const until = deadline ?? secondsAfter(this.#now, timeoutSeconds);
      this.#change(moveTask(this.#moment, id, "start", { ...claim, deadline: until }));
      const claimed = requireTask(this.#course, id);
      this.#claims.push(claimed);
      this.#runs.set(id, claimed);
    }
  }

  #end(claimed: WorkflowTask | undefined, as: "done" | "throw" | "again"): void {
    const task = claimed && requireTask(this.#course, claimed.id);
    if (claimed === undefined || task === undefined) {
      return;
    }
    const counts = isSameRun(task, claimed);
    this.#isFenceBroken ||= counts !== (this.#runs.get(task.id) === claimed);
    if (!counts) {
      return;
    }
    this.#runs.delete(task.id);
    switch (as) {
      case "done":
        this.#change(this.#withEarlyCallbacks(finishRun(this.#course, task, { own: true }, this.#now), task));
        break;
      case "again":
        this.#change(postponeRun(this.#course, task, secondsAfter(this.#now, 5), { page: 2 }));
        break;
      case "throw":
        this.#break(task, { code: "error", message: "thrown" });
    }
  }

  #break(task: WorkflowTask, failure: Failure): void {
    this.#runs.delete(task.id);
    const definition = this.#definitions[task.position];
    if (definition !== undefined) {
      this.#change(breakRun(this.#course, task, { failure, definition, now: this.#now }));
    }
  }

  #withEarlyCallbacks(course: Course, { id, idempotencyKey }: WorkflowTask): Course {
    let taken = course;
    this.#callbacks = this.#callbacks.map((known) => {
      if (known.verdict !== "held" || known.taskId !== id || known.idempotencyKey !== idempotencyKey) {
        return known;
      }
      taken = applyCallback(taken, requireTask(taken, id), known.callback, this.#now);
      return { ...known, verdict: "applied" };
    });
    return taken;
  }

  #callBack(task: WorkflowTask, status: CallbackStatus): void {
    const { id: taskId, idempotencyKey } = task;
    const callback: Callback = { taskId, status, output: { said: status } };
    const before = this.#callbacks.filter(
      (known) => known.taskId === taskId && known.idempotencyKey === idempotencyKey,
    );
    const taken = before.map(({ callback: said, verdict, receivedOn }) => ({
      status: said.status,
      verdict,
      receivedOn,
    }));
    const verdict = judgeCallback(task, status, taken);
    const known = { taskId, idempotencyKey, callback, receivedOn: this.#now };
    if (verdict.kind === "apply") {
      this.#callbacks.push({ ...known, verdict: "applied" });
      this.#change(applyCallback(this.#course, task, callback, this.#now));
    } else if (verdict.kind === "hold") {
      this.#callbacks.push({ ...known, verdict: "held" });
    }
  }

  #alive(task: WorkflowTask): WorkflowTask {
    const isAwaiting = task.status === "awaiting";
    return {
      ...task,
      subtext: "alive",
      ...(isAwaiting ? { heartbeatDeadline: heartbeatDeadlineOf(task, this.#now) } : {}),
    };
  }

  #timeOut(): void {
    for (const task of this.#course.tasks.filter(({ status }) => status === "running" || status === "awaiting")) {
      const isLate = [task.deadline, task.heartbeatDeadline].some((due) => due !== null && due <= this.#now);
      if (isLate) {
        this.#break(task, { code: "timeout", message: "late" });
      }
    }
  }

  #cancel(): void {
    if (!hasEnded(this.#course.process.status)) {
      this.#runs.clear();
      this.#change(cancelCourse(this.#moment));
    }
  }

  #retry(task: WorkflowTask): void {
    if (task.status === "failed") {
      this.#openings += 1;
      this.#change(reopenTask(this.#moment, task.id, `opening-${this.#openings}`));
    }
  }

  #lose(node: string): void {
    const tasks = this.#course.tasks.map((task) =>
      task.claimedBy === node ? { ...task, claimedBy: null, runOn: this.#now } : task,
    );
    for (const { id, claimedBy } of this.#runs.values()) {
      if (claimedBy === node) {
        this.#runs.delete(id);
      }
    }
    this.#change({ ...this.#course, tasks });
  }
}
