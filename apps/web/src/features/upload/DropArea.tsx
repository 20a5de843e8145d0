import { limits, uploadType } from '@websign/contract';
import { type ChangeEvent, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { UploadIcon } from '../../common/icons.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useDrop } from './drop.ts';

interface Props {
  onFiles: (files: File[]) => void;
  /** Smaller, while an upload has the room. */
  compact: boolean;
  /** The file input, for those who give it the focus back. */
  ref: Ref<HTMLInputElement>;
}

/**
 * The dashed area: the browser's own file input lies over all of it, so that it is a button for the pointer,
 * the keyboard and assistive technology alike, and files can be dropped on it.
 */
export function DropArea({ onFiles, compact, ref }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const id = useId();
  const drop = useDrop(onFiles);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again after a failure.
    event.target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      {...drop.handlers}
      className={`ws-drop ${drop.over ? 'ws-drop--over' : ''} ${compact ? 'ws-drop--compact' : ''}`}
    >
      <input
        ref={ref}
        type="file"
        multiple
        accept={uploadType}
        id={id}
        className="ws-drop__input"
        aria-describedby={`${id}-limits`}
        onChange={choose}
        // Browsers open the chooser by Space; people expect Enter to do so on what looks like a button.
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.click()}
      />
      <UploadIcon className="ws-drop__icon" />
      <label htmlFor={id} className="ws-drop__label">
        <span className="ws-drop__title">{t(drop.over ? 'home.dropNow' : 'home.dropTitle')}</span>
        <span className="ws-drop__or">{t('home.dropOr')}</span>
        <span className="govgr-btn govgr-btn-primary ws-drop__button">
          {t(compact ? 'home.more' : 'home.choose')}
        </span>
      </label>
      <p id={`${id}-limits`} className="govgr-hint ws-drop__limits">
        {t('home.limits', { file: format.bytes(limits.fileBytes), total: format.bytes(limits.totalBytes) })}
      </p>
    </div>
  );
}
