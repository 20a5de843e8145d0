export {};

/** The part of the WebAssembly JavaScript interface that is used here; TypeScript keeps it in its DOM library. */
declare global {
  namespace WebAssembly {
    interface Memory {
      readonly buffer: ArrayBuffer;
    }
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module);
      readonly exports: Record<string, unknown>;
    }
  }
}
