import { useEffect, useId, useState } from 'react';

interface Props {
  label: string;
  value: number;
  onValue: (value: number) => void;
}

/** A number that takes effect when it is a whole entry: on leaving the field or pressing Enter. */
export function NumberField({ label, value, onValue }: Props) {
  const id = useId();
  const shown = String(Math.round(value * 100) / 100);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const commit = () => {
    const number = Number(text.replace(',', '.'));
    if (text.trim() === '' || !Number.isFinite(number)) return setText(shown);
    setText(shown);
    if (number !== Number(shown)) onValue(number);
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
