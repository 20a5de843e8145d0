import { useTranslation } from 'react-i18next';
import { SignIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';

/** The one green button of the screen: it says how many documents it will sign. */
export function SignButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <Button look="primary" className="ws-sign-button" busy={count === 0} onClick={onOpen}>
      <SignIcon />
      {count > 1 ? t('sign.openMany', { count }) : t('sign.open')}
    </Button>
  );
}
