import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import type { Place } from './usePlace.ts';
import type { Spread } from './usePlaces.ts';

/** Gives all documents of the group that are to be signed the place of this one, and says what became of it. */
export function SameForAll({ at }: { at: Place }) {
  const { t } = useTranslation();
  const [spread, setSpread] = useState<Spread | 'working' | null>(null);
  const { page, x, y, width, height } = at.placement;
  // What was said holds for the place that was given.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place ends what was said of the last
  useEffect(() => setSpread(null), [page, x, y, width, height]);
  const { spread: give } = at;
  if (!give || at.isHidden) return null;
  const begin = async () => {
    setSpread('working');
    setSpread(await give());
  };
  return (
    <div className="ws-same">
      <Button busy={spread === 'working'} onClick={() => void begin()}>
        {t('placement.same')}
      </Button>
      <p role="status" className="ws-plain-note">
        {spread && spread !== 'working' && (
          <>
            {t('placement.sameDone', { count: spread.documents })}{' '}
            {spread.moved > 0 && t('placement.sameMoved', { count: spread.moved })}{' '}
            {spread.covering > 0 && t('placement.sameCovering', { count: spread.covering })}
          </>
        )}
      </p>
    </div>
  );
}
