import type { DocumentAnswer } from '@websign/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SignIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { isWarned } from './request.ts';
import { codesFor } from './work.ts';

interface Props {
  chosen: DocumentAnswer[];
  /** Documents that one code signs. */
  perCode: number;
  onPage: boolean;
  /** Another button of the screen leads on: there is one green one. */
  quiet: boolean;
  onOpen: () => void;
}

/** The one green button of the screen: how many documents it will sign, with how many codes, or why it cannot. */
export function SignButton({ chosen, perCode, onPage, quiet, onOpen }: Props) {
  const { t } = useTranslation();
  const note = useId();
  const count = chosen.length;
  const codes = codesFor(count, perCode);
  const text =
    count === 0
      ? t('sign.nothing')
      : codes > 1
        ? onPage
          ? t('provider.visitFirst', { max: perCode })
          : perCode === 1
            ? t('provider.codeEach', { count })
            : t('sign.manyCodes', { count, codes, max: perCode })
        : count > 1
          ? t(onPage ? 'provider.visit' : 'box.oneCode', { count })
          : chosen.some(isWarned)
            ? t('upload.attempt.warned')
            : '';
  return (
    <div className="ws-bar__sign">
      <div className="ws-bar__hold">
        <Button
          look={quiet ? 'secondary' : 'primary'}
          className="ws-sign-button"
          busy={count === 0}
          onClick={onOpen}
          aria-describedby={text ? note : undefined}
        >
          <SignIcon />
          {count > 1 || quiet ? t('sign.openMany', { count }) : t('sign.open')}
        </Button>
      </div>
      {text && (
        <p id={note} className={`ws-bar__note ${count === 0 || codes > 1 ? 'ws-bar__note--must' : ''}`}>
          {text}
        </p>
      )}
    </div>
  );
}
