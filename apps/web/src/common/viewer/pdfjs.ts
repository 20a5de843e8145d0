import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

let worker: PDFWorker | null = null;

/**
 * The worker of PDF.js, made once for all documents: it is ours, so closing one document leaves it to the next.
 * Under Trusted Types its address needs a policy, and without a port
 * of ours PDF.js would silently parse on the page's own thread.
 */
function startWorker(): PDFWorker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('pdf-worker', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('not the address of the PDF worker');
      return url;
    },
  });
  const port = new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module' });
  // Its declarations take the default, null, for the only type of the port.
  return new PDFWorker({ port } as object);
}

/** Largest image, in pixels, that is decoded for showing. */
const maxImageSize = 100_000_000;

/** Opens a PDF for showing: nothing in it runs, nothing of it is fetched from elsewhere. */
export async function openForView(file: Blob): Promise<PDFDocumentProxy> {
  worker ??= startWorker();
  return getDocument({
    worker,
    data: new Uint8Array(await file.arrayBuffer()),
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
  }).promise;
}

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
