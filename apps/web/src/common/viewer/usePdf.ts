import { useEffect, useState } from 'react';
import { openForView, type PDFDocumentProxy } from './pdfjs.ts';

interface Opened {
  pdf: PDFDocumentProxy | null;
  failed: boolean;
}

/** Opens `file` for showing and closes it when another comes or the view goes. */
export function usePdf(file: Blob | undefined): Opened {
  const [opened, setOpened] = useState<Opened>({ pdf: null, failed: false });
  useEffect(() => {
    if (!file) return;
    let gone = false;
    let pdf: PDFDocumentProxy | null = null;
    openForView(file)
      .then((document) => {
        pdf = document;
        if (gone) void document.loadingTask.destroy();
        else setOpened({ pdf: document, failed: false });
      })
      .catch((error: unknown) => {
        console.warn('the document cannot be shown', error);
        if (!gone) setOpened({ pdf: null, failed: true });
      });
    return () => {
      gone = true;
      setOpened({ pdf: null, failed: false });
      void pdf?.loadingTask.destroy();
    };
  }, [file]);
  return opened;
}
