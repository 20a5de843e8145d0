import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { configQuery } from '../../common/api/queries.ts';
import { SafeCopy } from '../../common/copy/SafeCopy.tsx';
import { catalogueText } from '../../common/explain.ts';
import { LazyFindings } from '../../common/findings/LazyFindings.tsx';
import { ErrorIcon, InfoIcon, SuccessIcon } from '../../common/icons.tsx';
import { ExternalLink } from '../../common/ui/external.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { useFormats } from '../../i18n/format.ts';
import type { FileOutcome } from './attempt.ts';
import { signPath } from './paths.ts';
import { dispatchUpload } from './store.ts';
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

/** What the check found. Of an accepted file it is folded away: the sign box shows it again and asks. */
function Found({ file: { findings, record, name, state, explanation } }: { file: FileOutcome }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const kept = record === null ? null : { id: record, name };
  const warned = findings.filter(({ verdict }) => verdict === 'warn').length;
  if (findings.length === 0) return null;
  const said = explanation && catalogueText(explanation);
  const panel = (
    <LazyFindings findings={findings} level={4} pages={kept} report={kept} said={said} file={name} />
  );
  if (state !== 'success' || warned === 0) return panel;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="ws-file__found">{t('upload.attempt.warnings', { count: warned })}</summary>
      {open && panel}
    </details>
  );
}

/** What the signer has to know of a file that was accepted: signatures in it (UP-12), and warnings. */
function Accepted({ file }: { file: FileOutcome }) {
  const { t } = useTranslation();
  const warned = file.findings.some((finding) => finding.verdict === 'warn');
  return (
    <>
      {warned && <p className="govgr-body ws-file__text">{t('upload.attempt.warned')}</p>}
      {file.signed && (
        <p className="govgr-body ws-file__text">
          {t('upload.signed.title')} {t('upload.signed.text')}{' '}
          <Link className="govgr-link" to="/verify">
            {t('header.verify')}
          </Link>
        </p>
      )}
    </>
  );
}

/** Of a file that was accepted it is the way to its signing. */
function Name({ file: { name, document } }: { file: FileOutcome }) {
  const { t } = useTranslation();
  if (document === null) return <FileName name={name} />;
  return (
    <Link className="govgr-link" to={signPath(document)} onClick={() => dispatchUpload({ do: 'follow' })}>
      <FileName name={name} />
      <span className="ws-hidden">: {t('upload.attempt.open')}</span>
    </Link>
  );
}

/** The way on from a refusal that a safe copy may be (CPY-1); `asked`: it was asked for in the popup. */
function CopyOffer({ file: { record, name, copyable }, asked }: Props) {
  if (!copyable || record === null) return null;
  return (
    <SafeCopy
      {...{ record, name, asked }}
      onTaken={() => dispatchUpload({ do: 'copy', key: null })}
      onMade={() => dispatchUpload({ do: 'follow' })}
    />
  );
}

interface Props {
  file: FileOutcome;
  asked: boolean;
}

export const OutcomeRow = memo(function OutcomeRow({ file, asked }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const Icon = stateIcon[file.state];
  const state = file.state === 'queued' ? t('upload.attempt.skipped') : t(`upload.states.${file.state}`);
  return (
    <li className={`ws-file ws-file--${file.state}`}>
      <Icon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <h3 className="ws-file__name">
            <Name file={file} />
          </h3>
          <span className="ws-file__facts">
            <strong className="ws-file__state">{state}</strong> · {format.bytes(file.size)}
          </span>
        </div>
        {file.explanation && file.state !== 'canceled' && <Explained reason={file.explanation} />}
        {file.state === 'queued' && (
          <p className="govgr-body ws-file__text">{t('upload.attempt.skippedWhy')}</p>
        )}
        <Found file={file} />
        <CopyOffer file={file} asked={asked} />
        {file.state === 'success' && <Accepted file={file} />}
      </div>
    </li>
  );
});
