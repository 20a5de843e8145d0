import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Notes that appear while typing (Caps Lock…), read out politely. */
  notes?: string[];
  /** What stands at the end of the input, such as "show password". */
  after?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A labelled text field with hint, notes and error, tied together for assistive technology. */
export function TextField({ label, hint, error, notes, after, id, className = '', ...input }: Props) {
  const own = useId();
  const inputId = id ?? own;
  const described = [
    input['aria-describedby'],
    hint && `${inputId}-hint`,
    error && `${inputId}-error`,
    notes && `${inputId}-notes`,
  ].filter(Boolean);
  return (
    <div className={`govgr-field ws-field ${error ? 'govgr-field__error' : ''} ${className}`}>
      <label className="ws-label" htmlFor={inputId}>
        {label}
      </label>
      {hint && (
        <span id={`${inputId}-hint`} className="govgr-hint ws-hint">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${inputId}-error`} className="govgr-error-message ws-error">
          {error}
        </span>
      )}
      <div className="ws-field__row">
        <input
          {...input}
          id={inputId}
          className={`govgr-input ${error ? 'govgr-error-input' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
        />
        {after}
      </div>
      {notes && (
        <div id={`${inputId}-notes`} className="ws-notes" aria-live="polite">
          {notes.map((note) => (
            <span key={note} className="ws-note">
              {note}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
