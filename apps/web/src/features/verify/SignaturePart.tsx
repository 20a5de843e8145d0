import {
  changesTold,
  documentCause,
  signatureCause,
  standing,
  type VerifiedDocument,
  type VerifiedSignature,
} from '@websign/contract';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../../common/icons.tsx';
import { withoutTurns } from '../../common/names.ts';
import { Terms } from '../../common/ui/terms.tsx';
import { causeWords, codeWords, sentence } from '../../common/verdict-words.ts';
import { type Formats, useFormats } from '../../i18n/format.ts';
import { Changes } from './Changes.tsx';
import { Technical } from './Technical.tsx';
import { qualificationText } from './words.ts';

const icons = { valid: SuccessIcon, warn: WarningIcon, unknown: InfoIcon, invalid: ErrorIcon };

interface Props {
  signature: VerifiedSignature;
  document: VerifiedDocument;
  file: File;
}

/** One signature: how it stands, who signed when, what it covers and what changed since. */
export function SignaturePart({ signature, document, file }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const look = standing(signature);
  const Icon = icons[look];
  return (
    <li className={`ws-verify__signature ws-verify__signature--${look}`}>
      <h4 id={id} className="ws-verify__signer">
        {t(`signatures.kinds.${signature.kind}`)}:{' '}
        <bdi>{withoutTurns(signature.signer) || t('signatures.unnamed')}</bdi>
      </h4>
      <p className="ws-verify__standing">
        <Icon className="ws-icon--small" />
        <span>{sentence(t, signature)}</span>
      </p>
      <OwnMeaning signature={signature} document={document} />
      <Facts signature={signature} />
      <Changes signature={signature} document={document} file={file} />
      <Technical signature={signature} describedBy={id} />
    </li>
  );
}

/** What its own cause means, where that is not said of the whole document already. */
function OwnMeaning({ signature, document }: Omit<Props, 'file'>) {
  const { t } = useTranslation();
  const cause = signatureCause(signature);
  if (cause === null || cause === documentCause(document)) return null;
  const { meaning, advice } = causeWords(t, cause);
  return (
    <p className="govgr-body ws-file__text">
      {meaning} <strong>{t('verify.act')}</strong> {advice}
    </p>
  );
}

function Facts({ signature }: { signature: VerifiedSignature }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { kind, signer, chain, covers, changesAfter, level } = signature;
  const terms: [string, string][] = [
    [t(kind === 'timestamp' ? 'verify.terms.authority' : 'verify.terms.signer'), withoutTurns(signer)],
    [t('verify.terms.organisation'), withoutTurns(chain[0]?.organisation ?? '')],
    [t('verify.terms.when'), whenText(t, format, signature)],
    [t('verify.terms.qualified'), qualificationText(t, signature)],
    [t('verify.terms.covers'), codeWords(t, 'coverage', covers) ?? covers],
    [
      t('verify.terms.changes'),
      changesTold(signature) ? (codeWords(t, 'changeLevels', changesAfter) ?? changesAfter) : '',
    ],
    [t('verify.terms.level'), level === null ? '' : (codeWords(t, 'levels', level) ?? level)],
    [t('verify.terms.reason'), withoutTurns(signature.reason ?? '')],
    [t('verify.terms.location'), withoutTurns(signature.location ?? '')],
  ];
  return <Terms terms={terms} className="ws-verify__terms" />;
}

/** A time, and whether anything but the signer's word stands for it. */
function whenText(t: TFunction, format: Formats, { signedAt, timeProven }: VerifiedSignature): string {
  if (signedAt === null) return t('verify.noTime');
  return t(timeProven ? 'verify.proven' : 'verify.claimed', { time: format.dateTime(signedAt) });
}
