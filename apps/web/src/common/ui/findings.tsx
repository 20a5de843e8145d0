import type { Finding } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { findingText } from '../findings.ts';
import { ErrorIcon, InfoIcon, WarningIcon } from '../icons.tsx';

const icons = { info: InfoIcon, warn: WarningIcon, refuse: ErrorIcon };

/** The words that were found; what could not be read has none, only a code for programmers. */
const quoted = ({ kind, excerpt }: Finding): boolean =>
  excerpt !== undefined && excerpt !== '' && kind !== 'unreadable_object';

/** What the check found: what, on which page, and the words that were found, as text. */
export function FindingList({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation();
  if (findings.length === 0) return null;
  return (
    <ul className="ws-findings">
      {findings.map((finding) => {
        const Icon = icons[finding.verdict];
        return (
          <li key={finding.id} className={`ws-finding ws-finding--${finding.verdict}`}>
            <Icon className="ws-icon--small" />
            <span>
              <span className="ws-hidden">{t(`findings.verdicts.${finding.verdict}`)}: </span>
              {findingText(t, finding.kind)}
              {finding.page !== undefined && <> ({t('findings.page', { page: finding.page })})</>}
              {quoted(finding) && <q className="ws-finding__excerpt">{finding.excerpt}</q>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
