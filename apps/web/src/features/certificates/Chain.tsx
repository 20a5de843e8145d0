import type { CertificateSummary } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Checksum } from '../../common/ui/checksum.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { useFormats } from '../../i18n/format.ts';

/** The chain as a small tree: the signer's certificate, and below each the authority that issued it. */
export function Chain({ chain }: { chain: CertificateSummary[] }) {
  const { t } = useTranslation();
  const last = chain.at(-1);
  return (
    <>
      <p className="govgr-body">{t('account.chainLead')}</p>
      <ol className="ws-chain">
        {chain.map((certificate) => (
          <ChainLink key={certificate.sha256} certificate={certificate} />
        ))}
        {last && last.role !== 'root' && (
          <li className="ws-chain__link ws-chain__link--outside">
            <h3 className="ws-chain__name">
              <bdi>{last.issuerName}</bdi>
            </h3>
            <p className="ws-facts">{t('account.outside')}</p>
          </li>
        )}
      </ol>
    </>
  );
}

/** RFC 4514 writes no space after a comma; people read it better with one, and lines break there. */
const spaced = (name: string): string => name.replace(/(?<!\\),/g, ', ');

function ChainLink({ certificate }: { certificate: CertificateSummary }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { name, role, subject, serial, sha256, validFrom, validUntil } = certificate;
  const period = { from: format.date(validFrom), until: format.date(validUntil) };
  return (
    <li className="ws-chain__link">
      <h3 className="ws-chain__name">
        <bdi>{name}</bdi> <span className="ws-chain__role">{t(`account.roles.${role}`)}</span>
      </h3>
      <Terms
        className="ws-terms"
        terms={[
          [t('account.subject'), spaced(subject)],
          [t('account.validity'), t('account.period', period)],
          [t('account.serial'), serial],
          [t('account.fingerprint'), <Checksum key="sha256" value={sha256} of={name} />],
        ]}
      />
    </li>
  );
}
