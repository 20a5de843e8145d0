import { memo, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentIcon } from '../../common/icons.tsx';
import { withoutTurns } from '../../common/names.ts';
import { Button } from '../../common/ui/button.tsx';
import { filesClass, ShowRest, useCapped } from '../../common/ui/capped.tsx';
import { ProgressAnnouncer, ProgressBar } from '../../common/ui/progress.tsx';
import { useFormats } from '../../i18n/format.ts';
import { bytesPerSecond } from './progress.ts';
import type { QueuedFile, Upload } from './queue.ts';

const percentOf = (sent: number, size: number) => (size === 0 ? 100 : (sent / size) * 100);

const FileRow = memo(function FileRow({ entry }: { entry: QueuedFile<File> }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <li className="ws-file">
      <DocumentIcon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <bdi className="ws-file__name">{withoutTurns(entry.name)}</bdi>
          <span className="ws-file__facts">
            {t(`upload.states.${entry.state}`)} · {format.bytes(entry.size)}
          </span>
        </div>
        <ProgressBar percent={percentOf(entry.sent, entry.size)} label={entry.name} />
      </div>
    </li>
  );
});

function Total({ upload, size, sent }: { upload: Upload<File>; size: number; sent: number }) {
  const { t } = useTranslation();
  const format = useFormats();
  const speed = upload.checking ? null : bytesPerSecond(upload.samples);
  return (
    <div className="ws-total">
      <div className="ws-file__head">
        <strong>{t('upload.total', { count: upload.files.length })}</strong>
        <span className="ws-file__facts">
          {t('upload.amount', { sent: format.bytes(sent), size: format.bytes(size) })}
          {speed !== null && speed > 0 && (
            <>
              {' · '}
              {t('upload.speed', { speed: format.bytes(speed) })}
              {' · '}
              {t('upload.remaining', { time: format.duration((size - sent) / speed) })}
            </>
          )}
        </span>
      </div>
      <ProgressBar
        percent={percentOf(sent, size)}
        label={t('upload.total', { count: upload.files.length })}
      />
      <p className="govgr-hint ws-total__note" role="status">
        {upload.checking ? t('upload.checking', { count: upload.files.length }) : ''}
      </p>
    </div>
  );
}

/** UP-9: each file and all together, with the speed in words, and a way to stop. */
export function UploadProgress({ upload, onCancel }: { upload: Upload<File>; onCancel: () => void }) {
  const { t } = useTranslation();
  const { shown, rest, showAll } = useCapped(upload.files);
  const size = upload.files.reduce((sum, entry) => sum + entry.size, 0);
  const sent = upload.files.reduce((sum, entry) => sum + entry.sent, 0);
  const say = useCallback((reached: number) => t('upload.announce', { percent: reached }), [t]);
  return (
    <section className="ws-panel" aria-labelledby="upload-title">
      <h2 id="upload-title" className="govgr-heading-m">
        {t('upload.title')}
      </h2>
      <Total upload={upload} size={size} sent={sent} />
      <Button onClick={onCancel}>{t('upload.cancel')}</Button>
      <ul className={filesClass(shown.length)}>
        {shown.map((entry) => (
          <FileRow key={entry.key} entry={entry} />
        ))}
      </ul>
      <ShowRest rest={rest} onShow={showAll} />
      <ProgressAnnouncer percent={percentOf(sent, size)} say={say} />
    </section>
  );
}
