/** The part of WebAssembly that is used here: its typings come with those of browsers, which a server does without. */
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

export {};
