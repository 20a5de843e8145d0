import { limits } from '@websign/contract';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { withoutTurns } from '../../common/names.ts';
import { escapeHtml, type PopupIcon, showPopup } from '../../common/popup/store.ts';
import {
  type Attempt,
  acceptedOf,
  documentToSign,
  fileToCopy,
  type Reason,
  reasonsOf,
  type SharedReason,
} from './attempt.ts';
import { signPath } from './paths.ts';
import { dispatchUpload } from './store.ts';
import { useExplain } from './useExplain.ts';

/** Names in a popup before the rest of them is only counted. */
const namesShown = 3;
/** Reasons in a popup: the account on the page has all of them. */
const reasonsShown = 3;

/** What the popup says: each reason once, with its files where it is not about all of them. */
function toldReasons(attempt: Attempt, headline: Reason): SharedReason[] {
  const reasons = reasonsOf(attempt.files);
  const isAlone = reasons.length === 1 && reasons[0]?.names.length === attempt.files.length;
  if (isAlone || reasons.length === 0 || isCanceled(headline)) return [{ reason: headline, names: [] }];
  return reasons.slice(0, reasonsShown);
}

const isCanceled = (headline: Reason) => 'text' in headline && headline.text === 'canceled';

function iconOf(headline: Reason): PopupIcon {
  if (isCanceled(headline)) return 'info';
  // SGN-7: what somebody has signed already is a warning.
  return 'text' in headline && headline.text === 'withSignatures' ? 'warning' : 'error';
}

/** How many can be signed, and why the others cannot, as the popup's HTML. */
function usePopupText(): (attempt: Attempt, headline: Reason) => string {
  const { t } = useTranslation();
  const { html, manual } = useExplain();
  // Isolated (U+2068, U+2069): marks in a name that turn the direction must not turn the sentence.
  const named = (names: string[]) => {
    const shown = names.slice(0, namesShown).map((name) => `\u2068${escapeHtml(withoutTurns(name))}\u2069`);
    const more = names.length - shown.length;
    if (more > 0) shown.push(escapeHtml(t('upload.attempt.moreFiles', { count: more })));
    return names.length === 0 ? '' : `<p><strong>${shown.join(', ')}</strong></p>`;
  };
  return (attempt, headline) => {
    const told = toldReasons(attempt, headline);
    const numbers = { accepted: acceptedOf(attempt.files).length, total: attempt.files.length };
    const copy = fileToCopy(attempt) ? `<p>${escapeHtml(t('copy.either'))}</p>` : '';
    const ready = documentToSign(attempt) ? `<p>${escapeHtml(t('upload.attempt.ready', numbers))}</p>` : '';
    const reasons = told.map(({ reason, names }) => `${named(names)}<p>${html(reason)}</p>`);
    const more = told.map(({ reason }) => manual(reason)).find((text) => text !== '');
    return `${ready}${reasons.join('')}${more ? `<p>${more}</p>` : ''}${copy}`;
  };
}

/**
 * UP-8: one popup for each attempt that did not go well. It gives the focus back to where it was: that is the way
 * on, where there is one.
 */
export function useAttemptPopup(attempt: Attempt | null, wayOn: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const textOf = usePopupText();
  useEffect(() => {
    if (!attempt?.headline || attempt.told) return;
    const document = documentToSign(attempt);
    const refused = fileToCopy(attempt);
    wayOn.current?.focus();
    const goOn = document && {
      continueLabel: t('upload.attempt.goOn', { count: acceptedOf(attempt.files).length }),
      cancelLabel: t('app.close'),
      onContinue: () => {
        dispatchUpload({ do: 'follow' });
        void navigate(signPath(document));
      },
    };
    showPopup({
      icon: iconOf(attempt.headline),
      html: textOf(attempt, attempt.headline),
      closeAfterMs: limits.popupUploadMs,
      ...goOn,
      ...(refused && {
        other: { label: t('copy.offer'), act: () => dispatchUpload({ do: 'copy', key: refused.key }) },
      }),
    });
    dispatchUpload({ do: 'told' });
  }, [attempt, textOf, wayOn, navigate, t]);
}
