/**
 * Opens something that is made of parts, each of which leans on those before it. When that fails half-way, the parts that
 * are open already are closed again, and the failure is thrown: a connection that is left would keep the process alive.
 */
export async function openResources<Whole>(open: (parts: ResourceStack) => Promise<Whole>): Promise<Whole> {
  const parts = new ResourceStack();
  try {
    return await open(parts);
  } catch (error) {
    // Who starts must hear why that has failed, not what failed because of it.
    await parts.close().catch(() => {});
    throw error;
  }
}

type Close = () => unknown;

export class ResourceStack {
  readonly #stages: Close[][] = [];

  /** Answers the part. It is closed before all that were added earlier. */
  add<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#stages.push([() => close(part)]);
    return part;
  }

  /** The same, but it is closed at the same time as the part that was added last. */
  addBeside<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#stages.push([...(this.#stages.pop() ?? []), () => close(part)]);
    return part;
  }

  /** Closes all parts, also when one of them fails to; then that failure is thrown. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const stage of this.#stages.splice(0).reverse()) {
      const closed = await Promise.allSettled(stage.map(async (close) => close()));
      failures.push(...closed.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : [])));
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }
}
