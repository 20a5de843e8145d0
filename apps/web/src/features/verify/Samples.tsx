import { useQuery } from '@tanstack/react-query';
import { uploadType } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../common/api/call.ts';
import { codeOf } from '../../common/api/error.ts';
import { configQuery } from '../../common/api/queries.ts';
import { escapeHtml, showPopup } from '../../common/popup/store.ts';

/** Signed documents that the demonstration has for trying this, by their names there. */
const names = ['valid', 'revoked', 'suspended', 'expired', 'tampered'] as const;

/** In the demonstration: documents to try, one for each thing that can be wrong. */
export function Samples({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const [busy, setBusy] = useState(false);
  if (!config?.demo) return null;
  const add = async (wanted: readonly (typeof names)[number][]) => {
    setBusy(true);
    try {
      const files = wanted.map(async (name) => {
        const bytes = await (await send(`/demo/samples/${name}.pdf`)).blob();
        return new File([bytes], `${t(`verify.samples.${name}`)}.pdf`, { type: uploadType });
      });
      onFiles(await Promise.all(files));
    } catch (error) {
      showPopup({ icon: 'error', html: `<p>${escapeHtml(t(`errors.${codeOf(error)}`))}</p>` });
    }
    setBusy(false);
  };
  const button = (wanted: readonly (typeof names)[number][], text: string) => (
    <li key={text}>
      <button
        type="button"
        className="ws-quiet"
        aria-disabled={busy || undefined}
        onClick={() => !busy && void add(wanted)}
      >
        {text}
      </button>
    </li>
  );
  return (
    <section className="ws-part" aria-labelledby="samples-title">
      <h2 id="samples-title" className="govgr-heading-s">
        {t('verify.samples.title')}
      </h2>
      <ul className="ws-verify__samples">
        {names.map((name) => button([name], t(`verify.samples.${name}`)))}
        {button(names, t('verify.samples.all'))}
      </ul>
    </section>
  );
}
