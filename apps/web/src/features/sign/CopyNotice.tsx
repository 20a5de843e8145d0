import './copy-notice.css';
import type { DocumentAnswer } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftOutList } from '../../common/copy/LeftOutList.tsx';
import { DocumentIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { Checksum } from '../../common/ui/checksum.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { CompareCopy, type Copy } from './CompareCopy.tsx';

/** CPY-2: that the document is a safe copy, of what, what it leaves out, and the way to see both; nothing for others. */
export function CopyNotice({ document }: { document: DocumentAnswer }) {
  const { origin } = document;
  return origin && <Notice key={document.id} copy={{ ...document, origin }} />;
}

function Notice({ copy }: { copy: Copy }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { origin, originalChecksum, state } = copy;
  return (
    <section className="ws-notice ws-copy-notice" aria-labelledby="copy-title">
      <h2 id="copy-title" className="govgr-heading-s">
        <DocumentIcon className="ws-icon--small ws-notice__icon" /> {t('safeCopy.of')}{' '}
        <FileName name={origin.name} />
      </h2>
      <p className="ws-notice__text">{t('safeCopy.text')}</p>
      {state !== 'expired' && (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('safeCopy.compare')}
        </Button>
      )}
      <h3 className="ws-copy-notice__sub">{t('safeCopy.leftOut')}</h3>
      <LeftOutList leftOut={origin.leftOut} />
      <details className="ws-copy-notice__sums">
        <summary>{t('safeCopy.checksums')}</summary>
        <dl className="ws-receipt">
          <dt>{t('safeCopy.original')}</dt>
          <dd>
            <Checksum value={origin.checksum} of={t('safeCopy.original')} />
          </dd>
          <dt>{t('safeCopy.title')}</dt>
          <dd>
            <Checksum value={originalChecksum} of={t('safeCopy.title')} />
          </dd>
        </dl>
      </details>
      {open && <CompareCopy copy={copy} onClose={() => setOpen(false)} />}
    </section>
  );
}
