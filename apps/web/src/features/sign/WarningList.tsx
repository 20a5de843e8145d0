import type { DocumentAnswer } from '@websign/contract';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../common/ui/checkbox.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { FindingList } from '../../common/ui/findings.tsx';
import { LongList } from './LongList.tsx';
import type { BoxFields } from './SignForm.tsx';

const warningsOf = ({ findings }: DocumentAnswer) => findings.filter(({ verdict }) => verdict === 'warn');

/** SGN-7: the warnings of the check, and the tick that says they were read; nothing without warnings. */
export function WarningList({
  form,
  documents,
}: {
  form: UseFormReturn<BoxFields>;
  documents: DocumentAnswer[];
}) {
  const { t } = useTranslation();
  const { register, formState } = form;
  const warned = documents.filter((document) => warningsOf(document).length > 0);
  if (warned.length === 0) return null;
  const missing = formState.errors.confirmed !== undefined;
  return (
    <div className="ws-notice ws-notice--warn">
      <h3 className="govgr-heading-s">{t('box.warnings')}</h3>
      <LongList label={t('box.warnings')} items={warned} className="ws-warned">
        {(document) => (
          <li key={document.id}>
            {documents.length > 1 && (
              <strong>
                <FileName name={document.name} />
              </strong>
            )}
            <FindingList findings={warningsOf(document)} />
          </li>
        )}
      </LongList>
      {missing && (
        <span id="sign-confirmed-error" className="govgr-error-message ws-error">
          {t('box.required.confirm')}
        </span>
      )}
      <Choice
        id="sign-confirmed"
        label={t('box.confirm')}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? 'sign-confirmed-error' : undefined}
        {...register('confirmed', { required: true })}
      />
    </div>
  );
}
