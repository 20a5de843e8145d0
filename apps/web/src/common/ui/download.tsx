import { api, type DocumentAnswer, originalName, signedName } from '@websign/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../api/call.ts';
import { type CallCode, codeOf } from '../api/error.ts';
import { DownloadIcon } from '../icons.tsx';
import { escapeHtml, showPopup } from '../popup/store.ts';
import { saveAs } from '../save.ts';
import { Button } from './button.tsx';

interface Saved {
  /** The API's path. */
  path: string;
  /** Under which name it is saved. */
  name: string;
  /** A failure was told in a popup; the screen may have to change as well. */
  onFailure?: ((code: CallCode) => void) | undefined;
}

/** Fetches a file with the session's header and saves it (UP-11). */
function useSave({ path, name, onFailure }: Saved): { busy: boolean; save: () => void } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveAs(await (await send(path)).blob(), name);
    } catch (error) {
      const code = codeOf(error);
      showPopup({ icon: 'error', html: `<p>${escapeHtml(t(`errors.${code}`))}</p>` });
      onFailure?.(code);
    }
    setBusy(false);
  };
  return { busy, save: () => void save() };
}

/** A button that fetches and saves any file of the API's. */
export function SaveButton({
  look = 'secondary',
  children,
  describedBy,
  ...file
}: Saved & { look?: 'primary' | 'secondary'; children: ReactNode; describedBy?: string }) {
  const { busy, save } = useSave(file);
  return (
    <Button look={look} busy={busy} onClick={save} aria-describedby={describedBy}>
      <DownloadIcon />
      {children}
    </Button>
  );
}

/** The document as it now stands; a signed one under its signed name. */
const fileOf = ({ id, name, signedAt }: DocumentAnswer): Saved => ({
  path: api.file(id),
  name: signedAt ? signedName(name) : originalName(name),
});

interface Props {
  document: DocumentAnswer;
  look?: 'primary' | 'secondary';
  children?: ReactNode;
}

export function DownloadButton({ document, look = 'secondary', children }: Props) {
  const { t } = useTranslation();
  return (
    <SaveButton {...fileOf(document)} look={look}>
      {children ?? t('app.download')}
    </SaveButton>
  );
}

/** The same as a quiet button in a list. */
export function DownloadLink({ document }: { document: DocumentAnswer }) {
  const { t } = useTranslation();
  return (
    <SaveLink {...fileOf(document)}>
      {t('app.download')}
      <span className="ws-hidden">: {document.name}</span>
    </SaveLink>
  );
}

/** {@link SaveButton} as a quiet button in a list. */
export function SaveLink({ children, ...file }: Saved & { children: ReactNode }) {
  const { busy, save } = useSave(file);
  return (
    <button
      type="button"
      className="ws-quiet"
      aria-disabled={busy || undefined}
      onClick={() => !busy && save()}
    >
      <DownloadIcon className="ws-icon--small" />
      {children}
    </button>
  );
}
