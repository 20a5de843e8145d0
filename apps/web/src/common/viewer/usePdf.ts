import { useCallback, useEffect, useRef, useState } from 'react';
import { type Opening, openForView, type PDFDocumentProxy } from './pdfjs.ts';

interface Opened {
  pdf: PDFDocumentProxy | null;
  failed: boolean;
  /** Ends a document that holds up its worker; it then counts as failed. */
  giveUp: () => void;
}

const closed = { pdf: null, failed: false };

/** Opens `file` for showing and closes it when another comes or the view goes. */
export function usePdf(file: Blob | undefined): Opened {
  const [opened, setOpened] = useState<Omit<Opened, 'giveUp'>>(closed);
  const opening = useRef<Opening | null>(null);
  const giveUp = useCallback(() => {
    opening.current?.close();
    setOpened({ pdf: null, failed: true });
  }, []);
  useEffect(() => {
    if (!file) return;
    let gone = false;
    const own = openForView(file);
    opening.current = own;
    own.pdf.then(
      (pdf) => !gone && setOpened({ pdf, failed: false }),
      (error: unknown) => {
        if (gone) return;
        console.warn('the document cannot be shown', error);
        own.close();
        setOpened({ pdf: null, failed: true });
      },
    );
    return () => {
      gone = true;
      own.close();
      setOpened(closed);
    };
  }, [file]);
  return { ...opened, giveUp };
}
