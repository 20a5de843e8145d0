import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { ProgressAnnouncer, ProgressBar } from '../../common/ui/progress.tsx';
import { useFormats } from '../../i18n/format.ts';
import { bytesPerSecond } from './progress.ts';
import type { QueuedFile, Upload } from './queue.ts';

const percentOf = (sent: number, size: number) => (size === 0 ? 100 : (sent / size) * 100);

function FileRow({ entry }: { entry: QueuedFile<File> }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <li className="ws-file">
      <DocumentIcon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <span className="ws-file__name">{entry.name}</span>
          <span className="ws-file__facts">
            {t(`upload.states.${entry.state}`)} · {format.bytes(entry.size)}
          </span>
        </div>
        <ProgressBar percent={percentOf(entry.sent, entry.size)} label={entry.name} />
      </div>
    </li>
  );
}

/** UP-9: each file and all together, with the speed in words, and a way to stop. */
export function UploadProgress({ upload, onCancel }: { upload: Upload<File>; onCancel: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const size = upload.files.reduce((sum, entry) => sum + entry.size, 0);
  const sent = upload.files.reduce((sum, entry) => sum + entry.sent, 0);
  const percent = percentOf(sent, size);
  const speed = upload.checking ? null : bytesPerSecond(upload.samples);
  const say = useCallback((reached: number) => t('upload.announce', { percent: reached }), [t]);
  return (
    <section className="ws-panel" aria-labelledby="upload-title">
      <h2 id="upload-title" className="govgr-heading-m">
        {t('upload.title')}
      </h2>
      <div className="ws-total">
        <div className="ws-file__head">
          <strong>{t('upload.total')}</strong>
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
        <ProgressBar percent={percent} label={t('upload.total')} />
        <p className="govgr-hint ws-total__note" role="status">
          {upload.checking ? t('upload.checking') : ''}
        </p>
      </div>
      <ul className="ws-files">
        {upload.files.map((entry) => (
          <FileRow key={entry.key} entry={entry} />
        ))}
      </ul>
      <Button onClick={onCancel}>{t('upload.cancel')}</Button>
      <ProgressAnnouncer percent={percent} say={say} />
    </section>
  );
}
