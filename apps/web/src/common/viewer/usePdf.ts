import { useCallback, useEffect, useRef, useState } from 'react';
import { type Opening, openForView, type PDFDocumentProxy } from './pdfjs.ts';

interface Opened {
  pdf: PDFDocumentProxy | null;
  failed: boolean;
  /** Ends a document that holds up its worker; it then counts as failed. */
  giveUp: () => void;
}

type State = Omit<Opened, 'giveUp'>;
const closed: State = { pdf: null, failed: false };
const failed: State = { pdf: null, failed: true };

/** Opens `file` for showing and closes it when another comes or the view goes. */
export function usePdf(file: Blob | undefined): Opened {
  const [opened, setOpened] = useState<{ of: Blob; state: State } | null>(null);
  const opening = useRef<Opening | null>(null);
  const giveUp = useCallback(() => {
    opening.current?.close();
    if (file) setOpened({ of: file, state: failed });
  }, [file]);
  useEffect(() => {
    if (!file) return;
    let gone = false;
    const own = openForView(file);
    opening.current = own;
    own.pdf.then(
      (pdf) => !gone && setOpened({ of: file, state: { pdf, failed: false } }),
      (error: unknown) => {
        if (gone) return;
        console.warn('the document cannot be shown', error);
        own.close();
        setOpened({ of: file, state: failed });
      },
    );
    return () => {
      gone = true;
      own.close();
      setOpened(null);
    };
  }, [file]);
  // The document of a file before is closed as soon as this one is drawn: nobody may draw from it any more.
  return { ...(opened !== null && opened.of === file ? opened.state : closed), giveUp };
}
