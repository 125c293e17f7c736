import "./web-assembly.ts";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import imported from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext } from "quickjs-emscripten-core";
import { engineStackBytesMax } from "../script-limits.ts";
import type { SandboxMemory } from "./sandbox-memory.ts";

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
