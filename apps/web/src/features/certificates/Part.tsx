import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A part of the page with a heading, which a link with `#id` leads to. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The key: choosing the same entry of the menu again leads here again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation to this part counts
  useEffect(() => {
    if (hash !== `#${id}`) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [hash, key, id]);
  return (
    <section className="ws-panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="govgr-heading-m ws-part__title">
        {title}
      </h2>
      {children}
    </section>
  );
}
