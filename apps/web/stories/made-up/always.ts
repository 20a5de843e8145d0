import { type AppConfig, type FreePlace, freePlacesRequest } from '@websign/contract';
import type { Answers, Asked } from '../world/answers.ts';
import { elapsed } from '../world/clock.ts';

export const config: AppConfig = {
  demo: false,
  faqUrl: '',
  manualUrl: '',
  securityManualUrl: '/security-manual.{locale}.pdf',
  ministry: 'Υπουργείο Ψηφιακής Διακυβέρνησης',
  ministryUrl: 'https://mindigital.gr',
  implementer: '',
  implementerUrl: '',
  accessibilityContact: '',
  uploadUrl: '',
  timeZone: 'Europe/Athens',
  keepOriginalHours: 24,
  keepSignedDays: 30,
  evidenceSheets: true,
  providerName: '',
  version: '0.1.0',
};

/**
 * Every place that is wanted is free; `change` makes some otherwise, by their number in the request, from 0. Without a
 * wish a signature is wanted at the lower right of the second page.
 */
export const placesWith =
  (change: (place: FreePlace, at: number) => FreePlace) =>
  ({ body }: Asked) => ({
    places: freePlacesRequest.parse(body).places.map(({ document, placement }, at): FreePlace => {
      const wanted = placement ?? { page: 2, x: 349, y: 36, width: 210, height: 72 };
      return change(
        {
          ...{ document, status: 'free', placement: wanted, opaque: true, cause: null },
          ...{ smaller: null, otherPage: null },
        },
        at,
      );
    }),
  });

/** A server that is busy for ten seconds: it can tell nothing of a place until then, and after it that they are so. */
export const placesOfBusy = (change: (place: FreePlace) => FreePlace = (place) => place) =>
  placesWith((place) =>
    elapsed() < 10_000 ? { ...place, status: 'unknown', cause: 'busy' } : change(place),
  );

/** What is asked on every screen; a story may answer it otherwise. */
export const always: Answers = {
  'GET /api/config': config,
  'GET /api/ping': null,
  'POST /api/logout': null,
  'GET /api/documents/:id/occupied': { areas: [], cause: null },
  'POST /api/free_places': placesWith((place) => place),
  'GET /api/preferences': { preferences: null },
  'PUT /api/preferences': null,
  'DELETE /api/preferences': null,
};
