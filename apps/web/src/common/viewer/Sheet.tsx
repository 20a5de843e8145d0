import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundMarks } from './FoundMarks.tsx';
import type { PageBox } from './geometry.ts';
import { PageCanvas } from './PageCanvas.tsx';
import { PageTextLayer } from './PageTextLayer.tsx';
import type { PDFDocumentProxy, PDFPageProxy } from './pdfjs.ts';
import type { Find } from './useFind.ts';

interface Props {
  pdf: PDFDocumentProxy;
  page: PDFPageProxy;
  /** The page as it is shown, in points. */
  box: PageBox;
  scale: number;
  turn: number;
  find: Find;
  onFail: (stuck: boolean) => void;
  children: ReactNode;
}

/** One page as paper: its picture, what was found, its text, and what others lay over it. */
export function Sheet({ pdf, page, box, scale, turn, find, onFail, children }: Props) {
  const { t } = useTranslation();
  const [runs, setRuns] = useState<HTMLElement[]>([]);
  const [spoilt, setSpoilt] = useState(0);
  const number = page.pageNumber;
  return (
    <>
      {spoilt === number && (
        <p className="govgr-body ws-viewer__note" role="alert">
          {t('viewer.brokenPage')}
        </p>
      )}
      <div className="ws-sheet" style={{ width: box.width * scale, height: box.height * scale }}>
        <PageCanvas
          {...{ page, scale, turn }}
          label={t('viewer.pageLabel', { page: number, count: pdf.numPages })}
          onFail={(stuck) => {
            setSpoilt(number);
            onFail(stuck);
          }}
        />
        <FoundMarks pdf={pdf} page={number} find={find} runs={runs} turn={turn} />
        <PageTextLayer {...{ page, scale, turn }} onRuns={setRuns} />
        {children}
      </div>
    </>
  );
}
