import { type ReactNode, useId } from 'react';

/** A titled part of the details. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="ws-row__part" aria-labelledby={id}>
      <h2 id={id} className="govgr-heading-s">
        {title}
      </h2>
      {children}
    </section>
  );
}
