import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { within } from './within.ts';

interface Policy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** A worker of PDF.js with the port that ends it, whatever it is busy with. */
interface Engine {
  port: Worker;
  worker: PDFWorker;
}

/** Until a document must be open, and until a worker must have put a closed one away, in milliseconds. */
const openingMs = 30_000;
const closingMs = 2_000;
/** Largest image, in pixels, that is decoded for showing. */
const maxImageSize = 100_000_000;

let policy: Policy | undefined;
let idle: Engine | null = null;

/**
 * Under Trusted Types the worker's address needs a policy, and without a port of ours PDF.js would silently parse
 * on the page's own thread.
 */
function startEngine(): Engine {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('pdf-worker', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('not the address of the PDF worker');
      return url;
    },
  });
  const port = new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module' });
  // Its declarations take the default, null, for the only type of the port.
  return { port, worker: new PDFWorker({ port } as object) };
}

/** Starts a worker before there is a document for it. */
export function warmUp(): void {
  idle ??= startEngine();
}

function takeEngine(): Engine {
  const engine = idle ?? startEngine();
  idle = null;
  return engine;
}

/** Keeps a worker that put its document away for the next one; ends one that a document holds up. */
async function retire(engine: Engine, task: PDFDocumentLoadingTask | null): Promise<void> {
  const free = await within(closingMs, Promise.resolve(task?.destroy())).then(
    () => true,
    () => false,
  );
  if (free && idle === null) {
    idle = engine;
    return;
  }
  engine.worker.destroy();
  engine.port.terminate();
}

/** A document on its way to be shown. */
export interface Opening {
  /** Rejects when the file cannot be read, or not in time. */
  pdf: Promise<PDFDocumentProxy>;
  /** Ends it at any moment, a worker that hangs included. */
  close: () => void;
}

/** Opens a PDF for showing: nothing in it runs, nothing of it is fetched from elsewhere. */
export function openForView(file: Blob): Opening {
  const engine = takeEngine();
  let task: PDFDocumentLoadingTask | null = null;
  let closed = false;
  const load = async () => {
    const data = new Uint8Array(await file.arrayBuffer());
    if (closed) throw new DOMException('closed before it was open', 'AbortError');
    task = getDocument({
      worker: engine.worker,
      data,
      cMapUrl: `${__PDFJS_DATA__}cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${__PDFJS_DATA__}standard_fonts/`,
      iccUrl: `${__PDFJS_DATA__}iccs/`,
      wasmUrl: `${__PDFJS_DATA__}wasm/`,
      // The content security policy has no wasm-unsafe-eval.
      useWasm: false,
      disableWorkerRendering: true,
      useSystemFonts: false,
      enableXfa: false,
      maxImageSize,
      verbosity: 0,
    });
    return task.promise;
  };
  return {
    pdf: within(openingMs, load()),
    close: () => {
      if (closed) return;
      closed = true;
      void retire(engine, task);
    },
  };
}

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
