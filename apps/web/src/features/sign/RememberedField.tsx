import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../common/icons.tsx';
import { preferencesQuery } from '../../common/preferences.ts';
import { TextField } from '../../common/ui/field.tsx';
import type { SignFields } from './request.ts';

interface Props {
  form: UseFormReturn<SignFields>;
  name: 'reason' | 'title';
  label: string;
  maxLength: number;
}

/** SGN-11: an optional text of the signature that holds what it held last, says so, and is emptied with one touch. */
export function RememberedField({ form, name, label, maxLength }: Props) {
  const { t } = useTranslation();
  // As the desk learnt it: what would come later is not what the field began with.
  const { data: remembered } = useQuery({ ...preferencesQuery, enabled: false });
  const value = useWatch({ control: form.control, name });
  const clear = () => {
    form.setValue(name, '');
    form.setFocus(name);
  };
  return (
    <TextField
      id={`sign-${name}`}
      label={
        <>
          {label} <span className="ws-optional">{t('box.optional')}</span>
        </>
      }
      hint={value !== '' && value === remembered?.[name] && t('box.asLast')}
      maxLength={maxLength}
      after={
        value !== '' && (
          <button
            type="button"
            className="ws-reveal"
            aria-label={t('box.clear', { field: label })}
            onClick={clear}
          >
            <Icon>
              <path d="M6 6l12 12M18 6 6 18" />
            </Icon>
          </button>
        )
      }
      {...form.register(name)}
    />
  );
}
