import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { QuestionIcon } from './icons.tsx';
import { areKeysWanted, isTyping, wantKeys } from './single-keys.ts';
import { Tool } from './Tool.tsx';

/** Keys as they are written on the keyboard, and what they do. */
export interface KeyWords {
  keys: string[];
  does: string;
}

/** A button, and the key `?`, that list the keys of the screen. */
export function KeysHelp({ keys }: { keys: KeyWords[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(areKeysWanted);
  useEffect(() => {
    if (!wanted) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [wanted]);
  const want = (on: boolean) => {
    setWanted(on);
    wantKeys(on);
  };
  const close = () => setOpen(false);
  return (
    <>
      <Tool label={t('keys.open')} onClick={() => setOpen(true)}>
        <QuestionIcon />
      </Tool>
      {open && (
        <Dialog title={t('keys.title')} onCancel={close}>
          <dl className="ws-keys">
            {keys.map(({ keys: names, does }) => (
              <div key={does} className="ws-keys__row">
                <dt>
                  {names.map((name) => (
                    <kbd key={name} className="ws-key">
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Choice label={t('keys.want')} checked={wanted} onChange={(event) => want(event.target.checked)} />
          <div className="ws-dialog__buttons">
            <Button onClick={close} data-autofocus>
              {t('app.close')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
