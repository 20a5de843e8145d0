import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { SendDialog } from './SendDialog.tsx';

/** Opens the dialog that sends one signed document of the signer's by e-mail. */
export function SendButton({ document }: { document: { id: string; name: string } }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('send.open')}
      </Button>
      {open && <SendDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}
