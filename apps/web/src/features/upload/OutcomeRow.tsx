import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { configQuery } from '../../common/api/queries.ts';
import { LazyFindings } from '../../common/findings/LazyFindings.tsx';
import { ErrorIcon, InfoIcon, SuccessIcon } from '../../common/icons.tsx';
import { ExternalLink } from '../../common/ui/external.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { useFormats } from '../../i18n/format.ts';
import type { FileOutcome } from './attempt.ts';
import { useExplain } from './useExplain.ts';

const stateIcon = { success: SuccessIcon, error: ErrorIcon, canceled: InfoIcon, queued: InfoIcon };

/** Why it was not accepted and what to do, with the manual where it is about security. */
function Explained({ reason }: { reason: NonNullable<FileOutcome['explanation']> }) {
  const { t } = useTranslation();
  const { text } = useExplain();
  const { data: config } = useQuery(configQuery);
  const manual = 'security' in reason && reason.security ? config?.securityManualUrl : undefined;
  return (
    <p className="govgr-body ws-file__text">
      {text(reason)}
      {manual && (
        <>
          {' '}
          <ExternalLink href={manual}>{t('footer.security')}</ExternalLink>
        </>
      )}
    </p>
  );
}

/** What the signer has to know of a file that was accepted: signatures in it (UP-12), warnings, and the way on. */
function Accepted({ file }: { file: FileOutcome }) {
  const { t } = useTranslation();
  const warned = file.findings.some((finding) => finding.verdict === 'warn');
  return (
    <>
      {warned && <p className="govgr-body ws-file__text">{t('upload.attempt.warned')}</p>}
      {file.signed && (
        <p className="govgr-body ws-file__text">
          {t('upload.signed.title')} {t('upload.signed.text')}
        </p>
      )}
      {file.document && (
        <Link className="govgr-link" to={`/sign/${file.document}`}>
          {t('upload.attempt.open')}
          <span className="ws-hidden">
            : <FileName name={file.name} />
          </span>
        </Link>
      )}
    </>
  );
}

export const OutcomeRow = memo(function OutcomeRow({ file }: { file: FileOutcome }) {
  const { t } = useTranslation();
  const format = useFormats();
  const Icon = stateIcon[file.state];
  const kept = file.record === null ? null : { id: file.record, name: file.name };
  const state = file.state === 'queued' ? t('upload.attempt.skipped') : t(`upload.states.${file.state}`);
  return (
    <li className={`ws-file ws-file--${file.state}`}>
      <Icon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <h3 className="ws-file__name">
            <FileName name={file.name} />
          </h3>
          <span className="ws-file__facts">
            <strong className="ws-file__state">{state}</strong> · {format.bytes(file.size)}
          </span>
        </div>
        {file.explanation && file.state !== 'canceled' && <Explained reason={file.explanation} />}
        {file.state === 'queued' && (
          <p className="govgr-body ws-file__text">{t('upload.attempt.skippedWhy')}</p>
        )}
        {file.findings.length > 0 && (
          <LazyFindings findings={file.findings} level={4} pages={kept} report={kept} />
        )}
        {file.state === 'success' && <Accepted file={file} />}
      </div>
    </li>
  );
});
