import type { DocumentAnswer } from '@websign/contract';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChevronLeftIcon } from '../../common/icons.tsx';
import { withoutTurns } from '../../common/names.ts';
import { DownloadButton } from '../../common/ui/download.tsx';
import { DocumentFacts } from '../../common/ui/facts.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { SignButton } from './SignButton.tsx';

interface Props {
  document: DocumentAnswer;
  signable: boolean;
  /** The ones that will be signed together. */
  chosen: DocumentAnswer[];
  perCode: number;
  onPage: boolean;
  onSign: () => void;
  /** The heading, for those who give it the focus. */
  ref: Ref<HTMLHeadingElement>;
}

/**
 * Which document is on the desk and the button that signs: always in sight, at the top of a wide window and at the
 * bottom of a small one. The button comes right after the heading, so that the keyboard reaches it with few Tabs.
 */
export function DeskBar({ document, signable, chosen, perCode, onPage, onSign, ref }: Props) {
  const { t } = useTranslation();
  const { id, name, state, signedAt } = document;
  return (
    <div className="ws-bar">
      <Link className="ws-back ws-bar__back" to="/">
        <ChevronLeftIcon className="ws-icon--small" />
        <span className="ws-bar__text">{t('sign.back')}</span>
      </Link>
      <div className="ws-bar__document">
        <h1 ref={ref} tabIndex={-1} className="govgr-heading-m ws-bar__name" title={withoutTurns(name)}>
          <FileName name={name} />
        </h1>
        <DocumentFacts document={document} />
      </div>
      {(signable || chosen.length > 0) && (
        <SignButton {...{ chosen, perCode, onPage }} quiet={!signable} onOpen={onSign} />
      )}
      {state !== 'expired' && (
        <div className="ws-bar__others">
          <Link className="govgr-link" to={`/sign/${id}/preview`}>
            {t('sign.preview')}
          </Link>
          {(!signedAt || signable) && <DownloadButton document={document} />}
        </div>
      )}
    </div>
  );
}
