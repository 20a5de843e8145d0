import { uploadType } from '@websign/contract';
import { type ChangeEvent, type Ref, useId } from 'react';
import { UploadIcon } from '../icons.tsx';
import { useDrop } from './drop.ts';

interface Props {
  onFiles: (files: File[]) => void;
  /** Smaller, while an upload has the room. */
  compact: boolean;
  /** Something else on the page is the next step. */
  second?: boolean;
  /** The file input, for those who give it the focus back. */
  ref: Ref<HTMLInputElement>;
  words: DropWords;
}

interface DropWords {
  title: string;
  or: string;
  /** While files are held over it. */
  now: string;
  choose: string;
  limits: string;
}

/**
 * The dashed area: the browser's own file input lies over all of it, so that it is a button for the pointer,
 * the keyboard and assistive technology alike, and files can be dropped on it.
 */
export function DropArea({ onFiles, compact, second = false, ref, words }: Props) {
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
        <span className="ws-drop__title">{drop.over ? words.now : words.title}</span>
        <span className="ws-drop__or">{words.or}</span>
        <span className={`govgr-btn govgr-btn-${second ? 'secondary' : 'primary'} ws-drop__button`}>
          {words.choose}
        </span>
      </label>
      <p id={`${id}-limits`} className="govgr-hint ws-drop__limits">
        {words.limits}
      </p>
    </div>
  );
}
