import type { Hands } from '../hands.ts';
import { placesOfBusy, placesWith } from '../made-up/always.ts';
import { hidden } from '../made-up/papers.ts';
import { remembered } from '../made-up/people.ts';
import { type End, serviceAtWork, serviceWith, success } from '../made-up/service.ts';
import type { Story } from '../story.ts';
import { type Answers, LOST, Refused } from '../world/answers.ts';
import { elapsed } from '../world/clock.ts';
import { DESK, first, twelve, two, warned } from './desk.ts';

const openBox = async ({ t, press, seePage, see }: Hands, count = 1) => {
  await seePage();
  await press(count === 1 ? t('sign.open') : t('sign.openMany', { count }));
  await see(count === 1 ? t('box.title') : t('box.titleMany', { count }));
};
const fillIn = async ({ t, fill }: Hands, password = 'Passw0rd!') => {
  await fill(t('box.password'), password);
  await fill(t('box.otp'), '123456');
};
/** Opens the box and signs at once. */
const sign = async (hands: Hands, count = 1) => {
  await openBox(hands, count);
  await fillIn(hands);
  await hands.press(hands.t('box.sign'));
};

/** The box of one document, open, before a service that ends each signing so. */
const boxOf = (answers: Answers, changes: Partial<Story> = {}): Story => ({
  at: DESK,
  answers,
  play: (hands) => openBox(hands),
  ...changes,
});
const fail =
  (code: Refused['code']): End =>
  (document) => ({ document, status: 'error', code });
const failing = (code: Refused['code'], facts?: Refused['facts']): Answers => ({
  ...serviceWith([first]),
  'POST /api/sign_document': new Refused(code, facts),
});
/** Every second document is signed. */
const half: End = (document, at) => (at % 2 === 0 ? success : fail('timestamp_unavailable'))(document, at);

/** Of the second document the server learns only as it signs that it is signed in its own field. */
function ownFieldToldLate(): Answers {
  let isTold = false;
  const end: End = (document, at) => {
    if (document === first.id || isTold) return success(document, at);
    isTold = true;
    return fail('place_unconfirmed')(document, at);
  };
  const field = { page: 1, x: 60, y: 500, width: 200, height: 60 };
  return {
    ...serviceWith(two, { end }),
    'POST /api/free_places': placesWith((place) => {
      if (place.document === first.id) return place;
      return isTold ? { ...place, status: 'field', placement: field } : { ...place, status: 'unknown' };
    }),
  };
}

const minute = 60_000;
/** The answer is lost for the first two minutes. */
const lost: Answers = {
  ...serviceWith([first]),
  'POST /api/sign_document': () => (elapsed() < 2 * minute ? LOST : { signing: 'story-signing' }),
  'GET /api/signings/:id': { status: 'success', documents: [{ document: first.id, status: 'success' }] },
};

/** The sign box in each of its steps. */
export const signBox = {
  'box-empty': boxOf(serviceWith([first])),
  'sign-box': boxOf(serviceWith([first]), {
    play: async (hands) => {
      await openBox(hands);
      await hands.fill(hands.t('box.reason'), 'Έγκριση');
      await fillIn(hands);
    },
  }),
  'box-remembered': boxOf(
    { ...serviceWith([first]), 'GET /api/preferences': { preferences: remembered } },
    {
      play: async (hands) => {
        await openBox(hands);
        await hands.see(hands.t('box.asLast'));
      },
    },
  ),
  'box-covered': boxOf(
    {
      ...serviceWith(two),
      'POST /api/free_places': placesWith((place, at) =>
        at === 0
          ? place
          : { ...place, status: 'full', smaller: { page: 2, x: 421.5, y: 8, width: 157.5, height: 30 } },
      ),
    },
    { play: (hands) => openBox(hands, 2).then(() => hands.see(hands.t('covered.lead', { count: 1 }))) },
  ),
  'places-seen': boxOf(
    {
      ...serviceWith(two),
      'POST /api/free_places': placesWith((place, at) =>
        at === 0
          ? place
          : { ...place, status: 'full', cause: 'picture', otherPage: { ...place.placement, page: 1 } },
      ),
    },
    {
      play: async (hands) => {
        await sign(hands, 2);
        await hands.see(hands.t('covered.confirm'));
      },
    },
  ),
  'places-busy': boxOf(
    { ...serviceWith(two), 'POST /api/free_places': placesOfBusy() },
    { play: (hands) => openBox(hands, 2) },
  ),
  'place-busy': boxOf({ ...serviceWith([first]), 'POST /api/free_places': placesOfBusy() }),
  'place-busy-full': boxOf({
    ...serviceWith([first]),
    'POST /api/free_places': placesOfBusy((place) => ({ ...place, status: 'full' })),
  }),
  'place-busy-moved': boxOf({
    ...serviceWith([first]),
    // Only the upper left of the page is free.
    'POST /api/free_places': placesOfBusy((place) => ({
      ...{ ...place, status: 'moved', placement: { page: 2, x: 16, y: 754, width: 210, height: 72 } },
    })),
  }),
  'places-chosen': boxOf(
    {
      ...serviceWith(two),
      // The second page is as full as the first, which takes the server a minute to find out.
      'POST /api/free_places': placesWith((place) => {
        if (place.document === first.id) return place;
        if (place.placement.page === 2)
          return { ...place, status: 'full', otherPage: { ...place.placement, page: 1 } };
        return elapsed() < minute
          ? { ...place, status: 'unknown', cause: 'busy' }
          : { ...place, status: 'full' };
      }),
    },
    {
      play: async (hands) => {
        await sign(hands, 2);
        await hands.see(hands.t('covered.confirm'));
      },
    },
  ),
  'place-told-late': boxOf(ownFieldToldLate(), {
    play: async (hands) => {
      await sign(hands, 2);
      await hands.press(hands.t('covered.confirm'));
      await hands.press(hands.t('box.sign'));
      await hands.see(hands.t('box.outcomeTitle'));
    },
  }),
  'sign-refused': boxOf(failing('wrong_credentials'), {
    play: async (hands) => {
      await sign(hands);
      await hands.see(hands.t('box.failed'));
    },
  }),
  'box-wrong-code': boxOf(failing('wrong_otp')),
  'box-locked': boxOf(failing('account_locked', { retryAfter: 300 })),
  'sign-review': boxOf(serviceWith([first]), {
    play: async (hands) => {
      const { t, press, fill, see } = hands;
      await openBox(hands);
      await fill(t('box.reason'), 'Έγκριση');
      await fillIn(hands);
      await press(t('app.continue'));
      await see(t('box.review'));
    },
  }),
  signed: boxOf(serviceWith([first]), {
    play: async (hands) => {
      await sign(hands);
      await hands.see(hands.t('done.title'));
    },
  }),
  'group-signed': boxOf(serviceWith(two), {
    play: async (hands) => {
      await sign(hands, 2);
      await hands.see(hands.t('done.titleMany', { count: 2 }));
    },
  }),
  'sign-box-warned': boxOf(serviceWith([warned], { file: hidden }), {
    play: async (hands) => {
      await openBox(hands);
      await hands.see(hands.t('box.confirm'));
    },
  }),
  'box-unconfirmed': boxOf(serviceWith([warned], { file: hidden, end: fail('warnings_unconfirmed') })),
  'box-twelve': boxOf(serviceWith(twelve), { play: (hands) => openBox(hands, 12) }),
  'box-two-codes': boxOf(serviceWith(two), {
    signer: { MaxDocumentsPerOtp: 1 },
    play: (hands) => openBox(hands, 2),
  }),
  'box-working': boxOf(serviceAtWork(two, 1), {
    play: async (hands) => {
      await sign(hands, 2);
      await hands.see(hands.t('box.progressOf', { done: 1, total: 2 }));
    },
  }),
  'box-partly': boxOf(serviceWith(two, { end: half }), {
    play: async (hands) => {
      await sign(hands, 2);
      await hands.see(hands.t('box.outcomeTitle'));
    },
  }),
  'box-lost': boxOf(lost, {
    play: async (hands) => {
      await sign(hands);
      await hands.see(hands.t('box.silent'));
      hands.later(minute + 1000);
      await hands.see(hands.t('box.lostTitle'));
    },
  }),
  'box-resumed': boxOf(serviceAtWork(two, 1), {
    left: { signing: JSON.stringify({ signing: 'story-signing', documents: two.map(({ id }) => id) }) },
    play: async ({ t, see }) => see(t('box.working')),
  }),
  'box-sent-code': boxOf(
    {
      ...serviceWith([first]),
      'POST /api/request_otp': { sent: true, to: 'e…u@example.gr', validFor: 300, retryAfter: 60 },
    },
    { signer: { OTPMethod: 'EMAIL', SendsCodes: true, CodeTo: 'e…u@example.gr' } },
  ),
  'box-pin': boxOf(failing('wrong_credentials'), {
    signer: { KeyProvider: 'pkcs11', SigningPassword: 'pin' },
  }),
  'box-provider': boxOf(serviceWith([first], { away: true }), {
    signer: { KeyProvider: 'csc', Activation: 'redirect', OTPMethod: 'NONE', SigningPassword: 'provider' },
  }),
  'sign-return-declined': {
    at: {
      pathname: '/sign/return',
      state: { handed: { state: 'story-signing.1', error: 'access_denied' } },
    },
    answers: {
      ...serviceWith([first]),
      'POST /api/signings/:id/complete': { signing: 'story-signing' },
      'GET /api/signings/:id': {
        status: 'error',
        documents: [{ document: first.id, status: 'error', code: 'provider_declined' }],
      },
    },
    play: async ({ t, see }) => see(t('provider.declinedTitle')),
  },
} satisfies Record<string, Story>;
