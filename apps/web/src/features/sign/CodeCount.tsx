import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../common/ui/file-name.tsx';
import type { Work } from './work.ts';

interface Props {
  work: Work;
  batch: DocumentAnswer[];
  /** Documents that one code, or one visit to the provider's page, signs. */
  perCode: number;
  onPage: boolean;
}

/** What the code will sign: the one document by its name, several by their number, and which code of how many. */
export function CodeCount({ work, batch, perCode, onPage }: Props) {
  const { t } = useTranslation();
  const [first] = batch;
  const { code, codes } = work;
  const more = onPage
    ? t('provider.visitFirst', { max: perCode })
    : perCode === 1
      ? t('provider.documentOf', { code, codes })
      : t('box.codeOf', { code, codes, left: work.queue.length });
  return (
    <div className="ws-sign-box__what">
      <p>
        {batch.length === 1 && first ? (
          <FileName name={first.name} />
        ) : (
          t(onPage ? 'provider.visit' : 'box.oneCode', { count: batch.length })
        )}
      </p>
      {codes > 1 && <p className="ws-facts">{more}</p>}
    </div>
  );
}
