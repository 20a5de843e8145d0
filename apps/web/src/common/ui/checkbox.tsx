import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  type?: 'checkbox' | 'radio';
};

/** A checkbox or radio button of the design system with its label and hint. */
export function Choice({ label, hint, id, type = 'checkbox', ...input }: Props) {
  const own = useId();
  const inputId = id ?? own;
  const radio = type === 'radio';
  const described = [input['aria-describedby'], hint && `${inputId}-hint`].filter(Boolean).join(' ');
  return (
    <div className={radio ? 'govgr-radios__item ws-choice' : 'govgr-checkboxes__item ws-choice'}>
      <input
        {...input}
        type={type}
        id={inputId}
        className={radio ? 'govgr-radios__input' : 'govgr-checkboxes__input'}
        aria-describedby={described || undefined}
      />
      <label className={radio ? 'govgr-radios__label' : 'govgr-checkboxes__label'} htmlFor={inputId}>
        {label}
      </label>
      {hint && (
        <span id={`${inputId}-hint`} className="govgr-hint ws-hint ws-choice__hint">
          {hint}
        </span>
      )}
    </div>
  );
}
