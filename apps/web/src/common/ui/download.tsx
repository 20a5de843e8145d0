import { api, type DocumentAnswer } from '@websign/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../api/call.ts';
import { codeOf } from '../api/error.ts';
import { DownloadIcon } from '../icons.tsx';
import { escapeHtml, showPopup } from '../popup/store.ts';
import { saveAs, signedName } from '../save.ts';
import { Button } from './button.tsx';

interface Props {
  document: DocumentAnswer;
  look?: 'primary' | 'secondary';
  children?: ReactNode;
}

/** Fetches the document as it now stands and saves it; a signed one under its signed name. */
function useDownload(document: DocumentAnswer): { busy: boolean; download: () => void } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const answer = await send(api.file(document.id));
      saveAs(await answer.blob(), document.signedAt ? signedName(document.name) : document.name);
    } catch (error) {
      showPopup({ icon: 'error', html: `<p>${escapeHtml(t(`errors.${codeOf(error)}`))}</p>` });
    }
    setBusy(false);
  };
  return { busy, download: () => void download() };
}

export function DownloadButton({ document, look = 'secondary', children }: Props) {
  const { t } = useTranslation();
  const { busy, download } = useDownload(document);
  return (
    <Button look={look} busy={busy} onClick={download}>
      <DownloadIcon />
      {children ?? t('app.download')}
    </Button>
  );
}

/** The same as a quiet button in a list. */
export function DownloadLink({ document }: { document: DocumentAnswer }) {
  const { t } = useTranslation();
  const { busy, download } = useDownload(document);
  return (
    <button
      type="button"
      className="ws-quiet"
      aria-disabled={busy || undefined}
      onClick={() => !busy && download()}
    >
      <DownloadIcon className="ws-icon--small" />
      {t('app.download')}
      <span className="ws-hidden">: {document.name}</span>
    </button>
  );
}
