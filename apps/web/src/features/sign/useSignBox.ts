import type { DocumentAnswer, SignedDocument } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type CallCode, CallError } from '../../common/api/error.ts';
import { isOnPage } from '../../common/elsewhere.ts';
import type { Session } from '../../common/session/store.ts';
import { useLocale } from '../../i18n/format.ts';
import type { Said } from './desk.ts';
import { type SignFields, sharedFailure, signRequestFor } from './request.ts';
import type { Running } from './running.ts';
import type { SigningEnd } from './signing.ts';
import { type Attempts, useAttempt } from './useAttempt.ts';
import { useBoxForm } from './useBoxForm.ts';
import { useFailureText } from './useFailureText.ts';
import type { Places } from './usePlaces.ts';
import { type Reading, useReading } from './useReading.ts';
import { useSeenPlaces } from './useSeenPlaces.ts';
import { advanced, batchOf, begun, type Work } from './work.ts';

export interface BoxProps {
  /** As they were seen when the box was opened. */
  documents: DocumentAnswer[];
  /** They were uploaded with others, of which some may not be signed now. */
  inGroup: boolean;
  /** A sign request of these documents that already runs on the server, found after a reload. */
  running: Running | null;
  /** Where the signatures stand, and what they cover at their places (SGN-13). */
  spots: Places;
  /** Id of the document that is on the screen behind the box. */
  shown: string;
  session: Session;
  said: Said;
  /** What the signature will say, as it is typed, so that the page shows it and a reload keeps it. */
  onSaid: (said: Said) => void;
  /** Some or all were signed, or their state may have changed. */
  onSettled: (outcomes: SignedDocument[]) => void;
  /** The signer goes on at the provider's own page, for these documents. */
  onLeave: (documents: readonly DocumentAnswer[]) => void;
  /** The documents as they now are. */
  onRefresh: () => Promise<DocumentAnswer[]>;
  onClose: () => void;
}

/**
 * `form` asks for everything, `review` shows it, `code` asks for one more code, `lost` says that no answer came,
 * `outcome` lists what failed. `leaving` hands the person over to the provider's own page.
 */
export type Step = 'form' | 'review' | 'code' | 'working' | 'leaving' | 'lost' | 'outcome';

/** What a button asks for: the next step, or to sign without it. */
type Wanted = 'next' | 'sign';

/** A code that was typed before a longer wait may have run out at its end, and wrong ones lock the account. */
const codeMayWaitMs = 15_000;

export interface Failure {
  error: CallError;
  /** Milliseconds since 1970 from which it may be tried again. */
  until: number | undefined;
}

function failureOf(error: unknown): Failure {
  const known = error instanceof CallError ? error : new CallError('internal', 0, { cause: error });
  const wait = known.retryAfter;
  return { error: known, until: wait === undefined ? undefined : Date.now() + wait * 1000 };
}

export interface BoxState {
  step: Step;
  work: Work;
  /** The documents that the next code signs, and all that wait for one. */
  batch: DocumentAnswer[];
  waiting: DocumentAnswer[];
  reading: Reading;
  /** A button was pressed while the server was still asked what the signatures cover: it acts once that is known. */
  looking: boolean;
  /** Documents whose place covers something and is still to be looked at; and whether they are being looked at. */
  covered: DocumentAnswer[];
  seeing: boolean;
  /** Ids of the documents for which the review is shown: the place that the signer had seen was exchanged for another. */
  moved: readonly string[];
  see: (seeing: boolean) => void;
  documents: DocumentAnswer[];
  failure: Failure | null;
  /** The provider's own page, while the person is handed over to it. */
  page: string;
  attempts: Attempts;
  form: UseFormReturn<SignFields>;
  /** Enter, and the button that leads on. */
  proceed: () => void;
  signNow: () => void;
  back: () => void;
  /** The page that one should be handed over to is none. */
  refuse: () => void;
  retry: (ids: readonly string[]) => void;
  ask: () => void;
  close: () => void;
}

/** The steps of the sign box: what is asked, what runs, and what comes after each end. */
export function useSignBox(props: BoxProps): BoxState {
  const { running, spots, said, onSaid, onSettled, onRefresh, onClose } = props;
  const { username, maxDocumentsPerOtp: perCode } = props.session;
  const onPage = isOnPage(props.session);
  const { t } = useTranslation();
  const locale = useLocale();
  const [documents, setDocuments] = useState(props.documents);
  const [step, setStep] = useState<Step>(running ? 'working' : 'form');
  const [work, setWork] = useState(() => begun(idsOf(documents), perCode));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [page, setPage] = useState('');
  // Who changes what is signed while the box waits has not asked for that: the button is pressed again.
  const form = useBoxForm(said, onSaid, () => setPressed(null));
  const next = new Set(batchOf(work, perCode));
  const batch = documents.filter(({ id }) => next.has(id));
  const queue = new Set(work.queue);
  const waiting = documents.filter(({ id }) => queue.has(id));
  const reading = useReading(waiting);
  const [seeing, see] = useState(false);
  const [pressed, setPressed] = useState<{ wanted: Wanted; at: number } | null>(null);
  const [reviewedFrom, setReviewedFrom] = useState<'form' | 'code'>('form');
  const [moved, setMoved] = useState<readonly string[]>([]);
  // Nobody signs before what is on the screen is where the signature will stand, and looks as it will.
  const isAsking = said.visible && waiting.some(spots.isAsked);
  const seen = useSeenPlaces(props, isAsking);
  const covered = said.visible && !seen.isBehind ? waiting.filter(spots.isOpen) : [];
  const isSeen = () => {
    if (covered.length > 0) see(true);
    return covered.length === 0;
  };
  const review = (changed: readonly string[]) => {
    setMoved(changed);
    seen.note(batch);
    if (step !== 'review') setReviewedFrom(step === 'code' ? 'code' : 'form');
    setStep('review');
  };

  const askFor = useAsking(form, props.session, (asked, problem) => {
    setFailure(problem);
    setStep(asked);
  });
  /** A try after the first asks for the code alone. */
  const kind = () => (work.outcomes.size > 0 ? 'code' : 'form');

  const onEnd = (end: SigningEnd) => {
    const shared = sharedFailure(end);
    if (shared) return askFor(kind(), failureOf(shared));
    const after = advanced(work, end.documents);
    setWork(after);
    const unseen = end.documents.filter(({ code }) => code === 'place_unconfirmed');
    if (unseen.length > 0) spots.forget(unseen.map(({ document }) => document));
    onSettled(end.documents);
    if (after.queue.length > 0) return askFor('code', null);
    if ([...after.outcomes.values()].every(({ status }) => status === 'success')) return onClose();
    setStep('outcome');
  };
  const onFailure = (error: unknown) => {
    // After a reload the server may know nothing of it any more; the documents tell what became of them.
    if (running && work.outcomes.size === 0 && form.getValues('password') === '') onClose();
    else askFor(kind(), failureOf(error));
  };
  const onLeave = (url: string) => {
    props.onLeave(batch);
    setPage(url);
    setStep('leaving');
  };
  const attempts = useAttempt({ onEnd, onLeave, onFailure, onLost: () => setStep('lost') });

  const run = async (fields: SignFields) => {
    setFailure(null);
    setStep('working');
    await attempts.begin(
      signRequestFor({
        ...{ documents: batch, placementOf: spots.placementOf, username, fields, onPage, locale },
        invisible: spots.invisible,
        confirmedPlaces: batch.map(({ id }) => id).filter((id) => spots.confirmed.includes(id)),
      }),
    );
  };
  const retry = async (ids: readonly string[]) => {
    const unread = ids.some((id) => work.outcomes.get(id)?.code === 'warnings_unconfirmed');
    const wanted = new Set(ids);
    setWork(begun(ids, perCode, work.outcomes));
    if (!unread) return askFor('code', null);
    reading.forget(ids);
    try {
      const fresh = await onRefresh();
      setDocuments(documents.map((one) => fresh.find(({ id }) => wanted.has(id) && id === one.id) ?? one));
      askFor('form', null);
    } catch (error) {
      askFor('form', failureOf(error));
    }
  };
  useOnce(() => running && void attempts.resume(running));

  const act = (wanted: Wanted) => {
    if (!reading.check()) return;
    if (isAsking) return setPressed({ wanted, at: Date.now() });
    if (!isSeen()) return;
    const changed = said.visible ? seen.movedOf(batch) : [];
    const lead = async (fields: SignFields) =>
      (wanted === 'next' && step === 'form' && !onPage) || changed.length > 0 ? review(changed) : run(fields);
    void form.handleSubmit(lead)();
  };
  useEffect(() => {
    if (pressed === null || isAsking) return;
    setPressed(null);
    const isLate = Date.now() - pressed.at > codeMayWaitMs;
    if (!isLate || onPage || form.getValues('otp') === '') return act(pressed.wanted);
    if (step === 'review') setStep(reviewedFrom);
    form.setValue('otp', '');
    form.setError('otp', { type: 'late', message: t('box.lateCode') });
    if (isSeen()) requestAnimationFrame(() => form.setFocus('otp'));
  });

  return {
    ...{
      step,
      work,
      batch,
      waiting,
      reading,
      covered,
      seeing,
      moved,
      documents,
      failure,
      page,
      attempts,
      form,
    },
    see: (on) => {
      see(on);
      // What was chosen there was chosen in sight.
      if (!on) seen.note(waiting);
    },
    looking: pressed !== null,
    proceed: () => act('next'),
    signNow: () => act('sign'),
    back: () => {
      setPressed(null);
      setStep(step === 'review' ? reviewedFrom : 'form');
    },
    refuse: () => askFor('form', failureOf(new CallError('provider_refused', 0))),
    retry: (ids) => void retry(ids),
    ask: () => {
      setStep('working');
      void attempts.ask();
    },
    close: () => {
      if (step === 'working' || step === 'leaving') return;
      setPressed(null);
      onClose();
    },
  };
}

const idsOf = (documents: readonly DocumentAnswer[]) => documents.map(({ id }) => id);

/** Told at the field that has to be typed again; of anything else the summary has the focus. */
export const isOfField = (code: CallCode): boolean => code === 'wrong_credentials' || code === 'wrong_otp';

type Ask = (wanted: 'form' | 'code', problem: Failure | null) => void;

/**
 * Leads back to what must be typed again, and says why at the field too: on a small screen the summary is out of sight
 * while the field has the focus. A code is good for one attempt only: after any end its field is empty.
 */
function useAsking(form: UseFormReturn<SignFields>, session: Session, onAsk: Ask): Ask {
  const failureText = useFailureText(session);
  return (wanted, problem) => {
    const code = problem?.error.code;
    const onPage = isOnPage(session);
    const again = onPage || code === 'wrong_credentials' || form.getValues('password') === '';
    const field = again ? 'password' : 'otp';
    onAsk(again ? 'form' : wanted, problem);
    form.setValue('otp', '');
    if (code !== undefined && isOfField(code))
      form.setError(field, { type: 'server', message: failureText(code) });
    if (onPage || (code !== undefined && !isOfField(code))) return;
    requestAnimationFrame(() => form.setFocus(field, { shouldSelect: true }));
  };
}

/** Does `work` when the box opens, and never again. */
function useOnce(work: () => void): void {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    work();
  });
}
