import { useEffect, useId, useState } from 'react';

interface Props {
  label: string;
  /** The number as it is shown, with the decimal sign of the language. */
  shown: string;
  onValue: (value: number) => void;
}

/** A number that takes effect when it is a whole entry: on leaving the field or pressing Enter. */
export function NumberField({ label, shown, onValue }: Props) {
  const id = useId();
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const commit = () => {
    const number = Number(text.trim().replace(',', '.'));
    setText(shown);
    // What was not changed is left as exact as it is: the field shows it rounded.
    if (text.trim() === '' || !Number.isFinite(number) || text === shown) return;
    onValue(number);
  };
  return (
    <div className="ws-number-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="ws-number"
        inputMode="decimal"
        maxLength={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          commit();
        }}
      />
    </div>
  );
}
