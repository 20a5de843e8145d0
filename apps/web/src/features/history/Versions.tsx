import { api, type HistoryDetail, type HistoryVersion, signedName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { EvidenceLinks } from '../../common/EvidenceLinks.tsx';
import { Checksum } from '../../common/ui/checksum.tsx';
import { SaveLink } from '../../common/ui/download.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Section } from './Section.tsx';
import { versionName } from './version-name.ts';

interface Props {
  detail: HistoryDetail;
  onGone: () => void;
}

function VersionItem({ version, detail, onGone }: Props & { version: HistoryVersion }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { row, versions, current_kept } = detail;
  const { number } = version;
  const newest = number === Math.max(...versions.map((each) => each.number));
  return (
    <li className="ws-row__item">
      <h3 className="ws-row__name">{t('historyRow.version', { number })}</h3>
      <p className="ws-facts">
        {t('historyRow.signedAt', { time: format.dateTime(version.signed_at) })} ·{' '}
        {format.bytes(version.size)}
      </p>
      <Terms
        className="ws-row__facts"
        terms={[
          [t('historyRow.reason'), version.reason],
          [t('historyRow.jobTitle'), version.title],
          [t('historyRow.appearance'), t(`historyRow.${version.visible ? 'visible' : 'invisible'}`)],
          [t('historyRow.level'), `PAdES ${version.level}`],
          [t('historyRow.certificate'), version.certificate_serial],
          [t('historyRow.key'), t(`account.keyPlaces.${version.key_provider}`)],
          [
            t('history.columns.checksum'),
            <Checksum key="checksum" value={version.checksum} of={t('historyRow.version', { number })} />,
          ],
        ]}
      />
      {current_kept && (
        <SaveLink
          path={`${api.file(row.id)}?revision=${number}`}
          name={newest ? signedName(row.filename) : versionName(row.filename, number)}
          onFailure={onGone}
        >
          {t('historyRow.downloadVersion', { number })}
        </SaveLink>
      )}
    </li>
  );
}

/** Each version that was signed here, the newest first, and until when they are kept. */
export function Versions({ detail, onGone }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const { versions, current_kept, kept_until } = detail;
  if (versions.length === 0) return null;
  const time = format.dateTime(kept_until);
  return (
    <Section title={t('historyRow.versions')}>
      <p className="ws-facts">{t(`historyRow.${current_kept ? 'keptSigned' : 'goneSigned'}`, { time })}</p>
      <EvidenceLinks id={detail.row.id} name={detail.row.filename} />
      <ul className="ws-row__items">
        {versions
          .toSorted((a, b) => b.number - a.number)
          .map((version) => (
            <VersionItem key={version.number} version={version} detail={detail} onGone={onGone} />
          ))}
      </ul>
    </Section>
  );
}
