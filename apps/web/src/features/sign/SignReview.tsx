import type { DocumentAnswer } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';
import type { Session } from '../../shared/session/store.ts';
import { type Choice, pageBox, presetOf } from './placement.ts';
import type { SignFields } from './signing.ts';

interface Props {
  session: Session;
  documents: DocumentAnswer[];
  choiceOf: (document: DocumentAnswer) => Choice;
  fields: SignFields;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="ws-review__row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Place({ document, choice }: { document: DocumentAnswer; choice: Choice }) {
  const { t } = useTranslation();
  if (!choice.visible) return t('box.reviewInvisible');
  const preset = presetOf(choice.placement, pageBox(document, choice.placement.page));
  return (
    <>
      {t('box.reviewVisible', { page: choice.placement.page })},{' '}
      {preset ? t(`placement.presets.${preset}`) : t('placement.custom')}
    </>
  );
}

/** Which files, where, as whom, with which certificate and until when. */
export function SignReview({ session, documents, choiceOf, fields }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const yesNo = (value: boolean) => t(value ? 'box.yes' : 'box.no');
  const visible = documents.some((document) => choiceOf(document).visible);
  return (
    <dl className="ws-review">
      <Row name={t('box.reviewFiles')}>
        <ul className="ws-review__files">
          {documents.map((document) => (
            <li key={document.id}>
              <strong>{document.name}</strong>
              <br />
              <Place document={document} choice={choiceOf(document)} />
            </li>
          ))}
        </ul>
      </Row>
      <Row name={t('box.reviewAs')}>{session.fullName}</Row>
      <Row name={t('box.reviewCertificate')}>
        {t('box.reviewCertificateUntil', { serial: session.serial, date: format.date(session.validUntil) })}
      </Row>
      {visible && <Row name={t('box.name')}>{yesNo(fields.showName)}</Row>}
      {fields.reason.trim() && <Row name={t('box.reason')}>{fields.reason}</Row>}
      {fields.title.trim() && <Row name={t('box.jobTitle')}>{fields.title}</Row>}
      <Row name={t('box.reviewLock')}>{yesNo(fields.lock)}</Row>
    </dl>
  );
}
