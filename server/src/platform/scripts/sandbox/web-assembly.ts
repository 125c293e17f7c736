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

export {};
