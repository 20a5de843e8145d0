import type { DocumentAnswer } from '@websign/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import FindingsPanel from '../../common/findings/FindingsPanel.tsx';
import { Choice } from '../../common/ui/checkbox.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { LongList } from './LongList.tsx';
import { isWarned, warningsOf } from './request.ts';
import type { Reading } from './useReading.ts';

const tickOf = (id: string) => `sign-confirmed-${id}`;

/** SGN-7: the warnings of the check, and under each document's the tick that says they were read. */
export function WarningList({ reading, documents }: { reading: Reading; documents: DocumentAnswer[] }) {
  const { t } = useTranslation();
  const warned = documents.filter(isWarned);
  const { unread, asked } = reading;
  const first = unread[0]?.id ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for, the focus goes to the first
  useEffect(() => {
    if (asked === 0) return;
    const frame = requestAnimationFrame(() => document.getElementById(tickOf(first))?.focus());
    return () => cancelAnimationFrame(frame);
  }, [asked]);
  if (warned.length === 0) return null;
  return (
    <div className="ws-notice ws-notice--warn">
      <h3 className="govgr-heading-s">{t('box.warnings')}</h3>
      <LongList
        label={t('box.warnings')}
        items={warned}
        current={asked > 0 ? warned.findIndex(({ id }) => id === first) : -1}
        className="ws-warned"
      >
        {(document) => (
          <li key={document.id}>
            {documents.length > 1 && (
              <p>
                <strong>
                  <FileName name={document.name} />
                </strong>
              </p>
            )}
            <FindingsPanel
              findings={warningsOf(document)}
              level={4}
              pages={{ id: document.id, name: document.name, checksum: document.checksum }}
              report={null}
              {...(documents.length > 1 ? { file: document.name } : {})}
            />
            <Confirmation document={document} reading={reading} named={documents.length > 1} />
          </li>
        )}
      </LongList>
    </div>
  );
}

interface ConfirmationProps {
  document: DocumentAnswer;
  reading: Reading;
  /** The document's name is part of what is confirmed: there are several. */
  named: boolean;
}

function Confirmation({ document: { id, name }, reading, named }: ConfirmationProps) {
  const { t } = useTranslation();
  const missing = reading.asked > 0 && reading.unread.some((document) => document.id === id);
  const error = `${tickOf(id)}-error`;
  return (
    <>
      {missing && (
        <span id={error} className="govgr-error-message ws-error">
          {t('box.required.confirm')}
        </span>
      )}
      <Choice
        id={tickOf(id)}
        label={
          <>
            {t('box.confirm')}
            {named && (
              <span className="ws-hidden">
                {' '}
                <FileName name={name} />
              </span>
            )}
          </>
        }
        checked={reading.read.has(id)}
        onChange={(event) => reading.mark(id, event.target.checked)}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? error : undefined}
      />
    </>
  );
}
