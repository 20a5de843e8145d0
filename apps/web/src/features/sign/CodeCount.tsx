import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../common/ui/file-name.tsx';
import type { Work } from './work.ts';

/** What the code will sign: the one document by its name, several by their number, and which code of how many. */
export function CodeCount({ work, batch }: { work: Work; batch: DocumentAnswer[] }) {
  const { t } = useTranslation();
  const [first] = batch;
  return (
    <div className="ws-sign-box__what">
      <p>
        {batch.length === 1 && first ? (
          <FileName name={first.name} />
        ) : (
          t('box.oneCode', { count: batch.length })
        )}
      </p>
      {work.codes > 1 && (
        <p className="ws-facts">
          {t('box.codeOf', { code: work.code, codes: work.codes, left: work.queue.length })}
        </p>
      )}
    </div>
  );
}
