import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import imported from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext } from "quickjs-emscripten-core";
import { engineStackBytesMax } from "../script-limits.ts";

const wasmPath = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");

// Its typings describe the CommonJS form, in which the variant is nested one level deeper.
const variant = "default" in imported ? imported.default : imported;

export async function compileEngine(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(wasmPath));
}

/** A separate engine with its own memory, which is shared with nothing and freed as a whole. */
export async function startEngine(engine: WebAssembly.Module, { memory }: SandboxMemory): Promise<QuickJSContext> {
  // What the engine prints, such as an abort message, is not output of the service.
  const emscriptenModule = { wasmMemory: memory, print: ignore, printErr: ignore };
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: engine, emscriptenModule }));
  const runtime = quickJs.newRuntime();
  runtime.setMaxStackSize(engineStackBytesMax);
  return runtime.newContext();
}

function ignore(): void {}

const pageBytes = 65_536;
// The interpreter's stack and constants, before any allocation; and the minimum that it starts with.
const engineBytes = 5.5 * 1_048_576;
const bytesMin = 16 * 1_048_576;

/**
 * The memory of one engine, which limits what a script may use. It has its full size from the start, since
 * quickjs-emscripten keeps views of it that become invalid when it grows; the system allocates pages only when they are
 * written.
 */
export class SandboxMemory {
  readonly memory: WebAssembly.Memory;
  #refusals = 0;

  constructor(scriptBytesMax: number) {
    const pages = Math.ceil(Math.max(bytesMin, engineBytes + scriptBytesMax) / pageBytes);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    // Called by the engine when its memory is exhausted.
    this.memory.grow = () => {
      this.#refusals += 1;
      throw new RangeError("The memory of a sandbox does not grow.");
    };
  }

  /** How often an allocation failed. */
  get refusals(): number {
    return this.#refusals;
  }
}

/** The part of WebAssembly used here: its typings are part of the DOM library, which the server does not include. */
declare global {
  namespace WebAssembly {
    class Module {
      private constructor();
    }
    class Memory {
      constructor(size: { readonly initial: number; readonly maximum: number });
      grow(pages: number): number;
    }
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}
