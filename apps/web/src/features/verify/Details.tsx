import type { VerifiedDocument } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';
import type { Check } from './checks.ts';
import { Reports } from './Reports.tsx';
import { SignaturePart } from './SignaturePart.tsx';

/** Signatures that are told before anybody asks for all of them. */
const first = 10;

/** Everything about one file: each signature, when and how it was checked, and the report to keep. */
export function Details({ check, document }: { check: Check; document: VerifiedDocument }) {
  const { t } = useTranslation();
  const format = useFormats();
  const [all, setAll] = useState(false);
  const { signatures, leftOut } = document;
  const shown = all || signatures.length <= first + 1 ? signatures : signatures.slice(0, first);
  return (
    <>
      {shown.length > 0 && (
        <ul className="ws-verify__signatures" aria-label={t('verify.signatures')}>
          {shown.map((signature, index) => (
            <SignaturePart
              // Hostile files name two fields alike, and the list never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              signature={signature}
              document={document}
              file={check.file}
            />
          ))}
        </ul>
      )}
      {shown.length < signatures.length && (
        <p>
          <button type="button" className="ws-quiet" onClick={() => setAll(true)}>
            {t('verify.more', { count: signatures.length - shown.length })}
          </button>
        </p>
      )}
      {leftOut > 0 && <p className="govgr-body ws-file__text">{t('verify.leftOut', { count: leftOut })}</p>}
      <p className="ws-file__facts ws-verify__how">
        {check.judged && t('verify.checkedAt', { time: format.dateTime(check.judged.at) })}{' '}
        {signatures.length > 0 && t(document.online ? 'verify.online' : 'verify.offline')}
      </p>
      <Reports file={check.file} />
    </>
  );
}
