import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 sweep the whole heap once it has doubled. By itself it came to sweep a server's 50 MB whenever 8 MB more had come, after
 * every other signature, and took 0.1 s of the processor and more each time (docs/LOAD.md). The bound of the heap stays what it is.
 */
export const letHeapDouble = (): void => setFlagsFromString('--heap-growing-percent=100');
