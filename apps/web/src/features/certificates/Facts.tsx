import type { ReactNode } from 'react';

/** Terms and what they are, side by side where there is room. Values come from certificates: shown isolated. */
export function Facts({ facts }: { facts: [term: string, value: ReactNode][] }) {
  return (
    <dl className="ws-terms">
      {facts.map(([term, value]) => (
        <div key={term} className="ws-terms__row">
          <dt>{term}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
