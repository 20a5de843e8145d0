import {
  api,
  type DocumentAnswer,
  type FreePlace,
  type FreePlacesAnswer,
  type Placement,
} from '@websign/contract';
import { call } from './call.ts';

export interface Wanted {
  document: DocumentAnswer;
  placement: Placement;
}

/**
 * What the server tells of these places, in their order (SGN-12). Where it tells nothing, nothing is known of any: that
 * is for the signer to look at, and no failure of the desk.
 */
export async function askFreePlaces(
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<readonly FreePlace[]> {
  const places = wanted.map(({ document: { id }, placement }) => ({ document: id, placement }));
  try {
    return (await call<FreePlacesAnswer>(api.freePlaces, { method: 'POST', body: { places }, signal }))
      .places;
  } catch (error) {
    if (!signal.aborted) console.warn('what the signatures cover is not known', error);
    return [];
  }
}
