import type { DocumentAnswer } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../common/icons.tsx';
import type { Session } from '../../common/session/store.ts';
import { FileName } from '../../common/ui/file-name.tsx';
import { useFormats } from '../../i18n/format.ts';
import { LongList } from './LongList.tsx';
import { pageBox, presetOf } from './placement.ts';
import type { SignFields } from './request.ts';
import { isCovering, type Places } from './usePlaces.ts';

interface Props {
  session: Session;
  documents: DocumentAnswer[];
  spots: Places;
  /** Ids of those whose place changed without the signer having seen it. */
  moved: readonly string[];
  fields: SignFields;
  onSee: (document: DocumentAnswer) => void;
}

/** Why the review is shown although nobody asked for it; `id` is for the button that signs. */
export function MovedNote({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <div className="ws-notice ws-notice--warn">
      <p id={id} className="ws-notice__text">
        <WarningIcon className="ws-icon--small ws-notice__icon" /> {t('box.reviewMoved')}
      </p>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="ws-review__row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where the signature stands, and whether it covers something there. */
function Place({ document, spots }: { document: DocumentAnswer; spots: Places }) {
  const { t, i18n } = useTranslation();
  if (spots.invisible.has(document.id)) return t('box.reviewInvisible');
  const placement = spots.placementOf(document);
  const preset = presetOf(placement, pageBox(document, placement.page));
  if (spots.isFixed(document)) return t('box.reviewField', { page: placement.page });
  const where = preset ? t(`placement.presets.${preset}`) : t('placement.custom');
  const isConfirmed = spots.confirmed.includes(document.id);
  return (
    <>
      {t('box.reviewVisible', { page: placement.page })}, {where.toLocaleLowerCase(i18n.language)}
      {isCovering(spots.of(document)) && (
        <strong className="ws-review__covers">
          {' '}
          {t(isConfirmed ? 'covered.reviewed' : 'covered.unseen')}
        </strong>
      )}
    </>
  );
}

/** Which files, where, as whom, with which certificate and until when. */
export function SignReview({ session, documents, spots, moved, fields, onSee }: Props) {
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
              {fields.visible ? <Place document={document} spots={spots} /> : t('box.reviewInvisible')}
              {moved.includes(document.id) && (
                <>
                  <br />
                  <button
                    type="button"
                    className="ws-quiet"
                    aria-label={`${t('box.reviewPlace')}: ${document.name}`}
                    onClick={() => onSee(document)}
                  >
                    {t('box.reviewPlace')}
                  </button>
                </>
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
