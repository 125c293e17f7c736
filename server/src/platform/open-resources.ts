/**
 * Opens something made of parts, each of which depends on those before it. If that fails midway, the parts already open
 * are closed, and the failure is thrown: a leaked connection would keep the process alive.
 */
export async function openResources<Whole>(open: (parts: ResourceStack) => Promise<Whole>): Promise<Whole> {
  const parts = new ResourceStack();
  try {
    return await open(parts);
  } catch (error) {
    // The caller must see why the start failed, not what failed as a result.
    await parts.close().catch(() => {});
    throw error;
  }
}

type Close = () => unknown;

export class ResourceStack {
  readonly #stages: Close[][] = [];

  /** Returns the part. It is closed before all that were added earlier. */
  add<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#stages.push([() => close(part)]);
    return part;
  }

  /** The same, but closed together with the part that was added last. */
  addBeside<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#stages.push([...(this.#stages.pop() ?? []), () => close(part)]);
    return part;
  }

  /** Closes all parts, even if one of them fails to close; then that failure is thrown. */
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
