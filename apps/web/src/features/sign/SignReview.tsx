import type { DocumentAnswer, Placement, RememberedPlace } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../common/session/store.ts';
import { FileName } from '../../common/ui/file-name.tsx';
import { useFormats } from '../../i18n/format.ts';
import { LongList } from './LongList.tsx';
import { pageBox, presetOf, wantedPlacement } from './placement.ts';
import type { SignFields } from './request.ts';

interface Props {
  session: Session;
  documents: DocumentAnswer[];
  places: ReadonlyMap<string, Placement>;
  wanted: RememberedPlace | null;
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

interface PlaceProps {
  document: DocumentAnswer;
  place: Placement | undefined;
  wanted: RememberedPlace | null;
}

function Place({ document, place, wanted }: PlaceProps) {
  const { t, i18n } = useTranslation();
  const { page, ...rest } = place ?? wantedPlacement(document, wanted);
  const preset = presetOf({ page, ...rest }, pageBox(document, page));
  const where = preset ? t(`placement.presets.${preset}`) : t('placement.custom');
  return (
    <>
      {t('box.reviewVisible', { page })}, {where.toLocaleLowerCase(i18n.language)}
      {!place && !wanted && document.signatures.length > 0 && <> {t('box.reviewFirstFree')}</>}
    </>
  );
}

/** Which files, where, as whom, with which certificate and until when. */
export function SignReview({ session, documents, places, wanted, fields }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const warnings = documents
    .flatMap(({ findings }) => findings)
    .filter(({ verdict }) => verdict === 'warn').length;
  const files = t('box.reviewFiles', { count: documents.length });
  const yesNo = (value: boolean) => t(value ? 'box.yes' : 'box.no');
  return (
    <dl className="ws-review">
      <Row name={files}>
        <LongList label={files} items={documents} className="ws-review__files">
          {(document) => (
            <li key={document.id}>
              <strong>
                <FileName name={document.name} />
              </strong>
              <br />
              {fields.visible ? (
                <Place document={document} place={places.get(document.id)} wanted={wanted} />
              ) : (
                t('box.reviewInvisible')
              )}
            </li>
          )}
        </LongList>
      </Row>
      <Row name={t('box.reviewAs')}>
        <bdi>{session.fullName}</bdi> ({session.username})
      </Row>
      <Row name={t('box.reviewCertificate')}>
        {t('box.reviewCertificateUntil', { serial: session.serial, date: format.date(session.validUntil) })}
      </Row>
      {warnings > 0 && <Row name={t('box.warnings')}>{t('box.reviewWarnings', { count: warnings })}</Row>}
      <Row name={t('box.name')}>{yesNo(fields.visible)}</Row>
      {fields.reason.trim() && <Row name={t('box.reason')}>{fields.reason}</Row>}
      {fields.title.trim() && <Row name={t('box.jobTitle')}>{fields.title}</Row>}
      <Row name={t('box.reviewLock')}>{yesNo(fields.lock)}</Row>
    </dl>
  );
}
