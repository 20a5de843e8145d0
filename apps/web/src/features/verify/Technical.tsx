import type { VerifiedCertificate, VerifiedSignature } from '@websign/contract';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutTurns } from '../../common/names.ts';
import { Terms } from '../../common/ui/terms.tsx';
import { codeWords } from '../../common/verdict-words.ts';
import { type Formats, useFormats } from '../../i18n/format.ts';
import { qualificationText } from './words.ts';

/** ETSI's words, the steps, certificates and time-stamps: for whoever asks for them. */
export function Technical({ signature, describedBy }: { signature: VerifiedSignature; describedBy: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className="ws-verify__technical" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-describedby={describedBy}>{t('verify.technical')}</summary>
      {open && <Report signature={signature} />}
    </details>
  );
}

const code = (text: string): ReactNode => (
  <code translate="no">
    <bdi>{withoutTurns(text)}</bdi>
  </code>
);

function Report({ signature }: { signature: VerifiedSignature }) {
  const { t } = useTranslation();
  const { indication, subIndication, algorithms, qualificationReasons, service, chain } = signature;
  const { digest, signature: method, keyBits } = algorithms;
  const used = [digest, method, keyBits === null ? null : t('verify.bits', { count: keyBits })].filter(
    (part) => part !== null,
  );
  return (
    <>
      <Terms
        className="ws-verify__terms"
        terms={[
          [t('verify.indication'), code([indication, subIndication].filter(Boolean).join(' / '))],
          [t('verify.field'), code(signature.field)],
          [t('verify.algorithms'), used.length === 0 ? '' : code(used.join(', '))],
          [t('verify.terms.qualified'), qualificationText(t, signature)],
          [
            t('verify.why'),
            qualificationReasons.map((why) => codeWords(t, 'qualificationReasons', why) ?? why).join(' '),
          ],
          [
            t('verify.service'),
            service ? withoutTurns(`${service.name}, ${service.provider} (${service.territory})`) : '',
          ],
        ]}
      />
      <Steps signature={signature} />
      <TimeStamps signature={signature} />
      <Chain chain={chain} title={t('verify.chain')} />
    </>
  );
}

function Steps({ signature: { steps } }: { signature: VerifiedSignature }) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <>
      <h5 className="ws-verify__sub">{t('verify.steps')}</h5>
      <ol className="ws-verify__steps">
        {steps.map(({ block, outcome, subIndication, reason, about }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <li key={index}>
            {codeWords(t, 'blocks', block) ?? block}:{' '}
            <strong>{codeWords(t, 'outcomes', outcome) ?? outcome}</strong>
            {reason !== null && <>. {codeWords(t, 'stepReasons', reason) ?? reason}</>}{' '}
            {subIndication !== null && code(subIndication)}{' '}
            {about !== null && <bdi>{withoutTurns(about)}</bdi>}
          </li>
        ))}
      </ol>
    </>
  );
}

function TimeStamps({ signature: { timeStamps } }: { signature: VerifiedSignature }) {
  const { t } = useTranslation();
  const format = useFormats();
  if (timeStamps.length === 0) return null;
  return (
    <>
      <h5 className="ws-verify__sub">{t('verify.timeStamps')}</h5>
      <ul>
        {timeStamps.map(({ kind, indication, subIndication, time, authority, qualified, chain }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <li key={index}>
            <Terms
              className="ws-verify__terms"
              terms={[
                [
                  codeWords(t, 'timeStampKinds', kind) ?? kind,
                  codeWords(t, 'indications', indication) ?? indication,
                ],
                [t('verify.indication'), code([indication, subIndication].filter(Boolean).join(' / '))],
                [t('verify.terms.when'), time === null ? t('verify.noTime') : format.dateTime(time)],
                [t('verify.terms.authority'), withoutTurns(authority)],
                [t('verify.terms.qualified'), t(qualified ? 'verify.qualifiedYes' : 'verify.qualifiedNo')],
              ]}
            />
            <Chain chain={chain} title={t('verify.stampChain')} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Certificates, the signer's first; each one's issuer is the next. */
function Chain({ chain, title }: { chain: readonly VerifiedCertificate[]; title: string }) {
  if (chain.length === 0) return null;
  return (
    <>
      <h5 className="ws-verify__sub">{title}</h5>
      <ol className="ws-verify__chain">
        {chain.map((certificate) => (
          <li key={certificate.sha256}>
            <details>
              <summary>
                <bdi>{withoutTurns(certificate.commonName ?? certificate.subject)}</bdi>
              </summary>
              <Certificate certificate={certificate} />
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

function Certificate({ certificate }: { certificate: VerifiedCertificate }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { subject, issuer, serial, notBefore, notAfter, sha256, anchor } = certificate;
  return (
    <Terms
      className="ws-verify__terms"
      terms={[
        [t('verify.subject'), withoutTurns(subject)],
        [t('verify.issuer'), withoutTurns(issuer)],
        [t('verify.serial'), code(serial)],
        [
          t('verify.validity'),
          t('verify.period', { from: format.date(notBefore), to: format.date(notAfter) }),
        ],
        [t('verify.revocation'), revocationText(t, format, certificate)],
        [t('verify.fingerprint'), code(sha256)],
        [
          t('verify.trusted'),
          anchor === null
            ? ''
            : t(`verify.anchors.${anchor.source}`, { territory: anchor.territory ?? anchor.provider ?? '' }),
        ],
      ]}
    />
  );
}

/** What its issuer said of it, when and where that was found; empty where nothing was. */
function revocationText(t: TFunction, format: Formats, { revocation }: VerifiedCertificate): string {
  if (revocation === null) return '';
  const { source, origin, status, thisUpdate, revokedAt, reason } = revocation;
  const said = t('verify.status', {
    word: codeWords(t, 'statuses', status) ?? status,
    source: t(`verify.${origin}`, { kind: source.toUpperCase() }),
    time: format.dateTime(thisUpdate),
  });
  if (revokedAt === null) return said;
  const why = codeWords(t, 'revocationReasons', reason ?? 'unspecified') ?? reason;
  return `${said} ${t('verify.revokedAt', { time: format.dateTime(revokedAt), reason: why })}`;
}
