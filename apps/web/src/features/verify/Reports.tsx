import { verificationName } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../common/api/error.ts';
import { DownloadIcon } from '../../common/icons.tsx';
import { escapeHtml, showPopup } from '../../common/popup/store.ts';
import { saveAs } from '../../common/save.ts';
import { FileName } from '../../common/ui/file-name.tsx';
import { useLocale } from '../../i18n/format.ts';
import { FileGone, fetchReport, type ReportFormat } from './transport.ts';

const formats = ['pdf', 'json', 'xml'] as const;

/** The report to keep or hand on. The service keeps nothing: it looks at the file once more. */
export function Reports({ file }: { file: File }) {
  const { t } = useTranslation();
  const { busy, save } = useReport(file);
  return (
    <div className="ws-verify__reports">
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          className="ws-quiet"
          aria-disabled={busy || undefined}
          onClick={() => !busy && save(format)}
        >
          <DownloadIcon className="ws-icon--small" />
          {t(`verify.reportKinds.${format}`)}
          <span className="ws-hidden">
            : <FileName name={file.name} />
          </span>
        </button>
      ))}
    </div>
  );
}

function useReport(file: File): { busy: boolean; save: (format: ReportFormat) => void } {
  const { t } = useTranslation();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = async (format: ReportFormat) => {
    const controller = new AbortController();
    leaving.current = controller;
    setBusy(true);
    try {
      const report = await fetchReport({ file, format, locale, signal: controller.signal });
      saveAs(report, verificationName(file.name, format));
    } catch (error) {
      if (!controller.signal.aborted) {
        const code = codeOf(error);
        const text = error instanceof FileGone ? t('verify.problems.gone') : t(`errors.${code}`);
        showPopup({ icon: 'error', html: `<p>${escapeHtml(text)}</p>` });
      }
    }
    setBusy(false);
  };
  return { busy, save: (format) => void save(format) };
}
