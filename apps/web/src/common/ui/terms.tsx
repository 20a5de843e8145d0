import type { ReactNode } from 'react';

interface Props {
  terms: readonly (readonly [term: string, value: ReactNode])[];
  className: string;
}

/** Terms and what they are. Text may come from anywhere and is shown isolated; an empty one is left out with its term. */
export function Terms({ terms, className }: Props) {
  return (
    <dl className={className}>
      {terms
        .filter(([, value]) => value !== '')
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
