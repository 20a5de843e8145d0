import { documentCause, type VerifiedDocument } from '@websign/contract';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DocumentIcon,
  ErrorIcon,
  InfoIcon,
  MinusIcon,
  SuccessIcon,
  WarningIcon,
} from '../../common/icons.tsx';
import { withoutTurns } from '../../common/names.ts';
import { FileName } from '../../common/ui/file-name.tsx';
import { ProgressBar } from '../../common/ui/progress.tsx';
import { causeWords, headline } from '../../common/verdict-words.ts';
import { useFormats } from '../../i18n/format.ts';
import { type Check, isOpen, type Sort } from './checks.ts';
import { Details } from './Details.tsx';
import { troubleText } from './words.ts';

const icons = {
  valid: SuccessIcon,
  'valid-with-warnings': WarningIcon,
  indeterminate: InfoIcon,
  invalid: ErrorIcon,
  unsigned: MinusIcon,
  unchecked: WarningIcon,
} satisfies Record<Sort, typeof InfoIcon>;

/** Names of signers that are told before anybody asks for the details. */
const fewNames = 3;

interface Props {
  check: Check;
  /** The only file: everything is told at once. */
  alone: boolean;
  onAgain: (key: number) => void;
}

/** One file: what is going on with it, or its verdict as a heading and what stands behind it. */
export const Result = memo(function Result({ check, alone, onAgain }: Props) {
  if (isOpen(check)) return <Running check={check} />;
  if (check.judged) return <Verdict check={check} document={check.judged.document} alone={alone} />;
  return <Unchecked check={check} onAgain={onAgain} />;
});

function Running({ check: { file, state, sent } }: { check: Check }) {
  const { t } = useTranslation();
  const format = useFormats();
  const word = state === 'sending' || state === 'checking' ? state : 'waiting';
  return (
    <li className="ws-file">
      <DocumentIcon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <bdi className="ws-file__name">{withoutTurns(file.name)}</bdi>
          <span className="ws-file__facts">
            {t(`verify.states.${word}`)} · {format.bytes(file.size)}
          </span>
        </div>
        <ProgressBar percent={file.size === 0 ? 0 : (sent / file.size) * 100} label={file.name} />
      </div>
    </li>
  );
}

function Unchecked({ check, onAgain }: Omit<Props, 'alone'>) {
  const { t } = useTranslation();
  const { key, file, trouble } = check;
  return (
    <li className="ws-file ws-result ws-result--unchecked">
      <icons.unchecked />
      <div className="ws-file__body">
        <h3 className="ws-result__title">
          <Name name={file.name} /> {t('verify.unchecked')}
        </h3>
        {trouble && <p className="govgr-body ws-file__text">{troubleText(t, trouble)}</p>}
        {trouble?.again && (
          <button type="button" className="ws-quiet" onClick={() => onAgain(key)}>
            {t('verify.retry')}
            <span className="ws-hidden">
              : <FileName name={file.name} />
            </span>
          </button>
        )}
      </div>
    </li>
  );
}

function Verdict({ check, document, alone }: { check: Check; document: VerifiedDocument; alone: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(alone);
  const id = useId();
  const sort = document.verdict ?? 'unchecked';
  const Icon = icons[sort];
  return (
    <li className={`ws-file ws-result ws-result--${sort}`}>
      <Icon />
      <div className="ws-file__body">
        <h3 className="ws-result__title">
          <Name name={check.file.name} /> {headline(t, document)}
        </h3>
        <Meaning document={document} />
        {!open && <Signers document={document} />}
        <p className="ws-result__more">
          <button
            type="button"
            className="ws-quiet"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'verify.close' : 'verify.open')}
            <span className="ws-hidden">
              : <FileName name={check.file.name} />
            </span>
          </button>
        </p>
        <div id={id}>{open && <Details check={check} document={document} />}</div>
      </div>
    </li>
  );
}

function Name({ name }: { name: string }) {
  return (
    <>
      <span className="ws-result__name">
        <FileName name={name} />
      </span>
      <span className="ws-hidden">:</span>
    </>
  );
}

/** What the verdict means, and what one can do. */
function Meaning({ document }: { document: VerifiedDocument }) {
  const { t } = useTranslation();
  const { verdict } = document;
  if (verdict === 'unsigned') return <p className="govgr-body ws-file__text">{t('verify.unsignedText')}</p>;
  if (verdict === 'valid') return <p className="govgr-body ws-file__text">{t('verify.validText')}</p>;
  const { meaning, advice } = causeWords(t, documentCause(document));
  return (
    <>
      <p className="govgr-body ws-file__text">{meaning}</p>
      <p className="govgr-body ws-file__text">
        <strong>{t('verify.act')}</strong> {advice}
      </p>
    </>
  );
}

function Signers({ document: { signatures } }: { document: VerifiedDocument }) {
  const { t } = useTranslation();
  const signers = signatures.filter(({ kind, signer }) => kind !== 'timestamp' && signer !== '');
  if (signers.length === 0) return null;
  const names = signers.slice(0, fewNames).map(({ signer }) => `\u2068${withoutTurns(signer)}\u2069`);
  const others = signers.length - names.length;
  return (
    <p className="ws-file__facts">
      {t('verify.signers', { names: names.join(', ') })}
      {others > 0 && <> {t('verify.others', { count: others })}</>}
    </p>
  );
}
