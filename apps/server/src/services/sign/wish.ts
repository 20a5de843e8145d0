import type { Placement } from '@websign/contract';
import { stampLines } from '@websign/contract/words/stamp';
import type { ZonedTime } from '@websign/pdf';
import type { SignatureWish } from '../../sandbox/engine.ts';
import type { Account, StoredDocument } from '../../storage/index.ts';
import type { Asked } from './asked.ts';
import { shownTime, zonedTime } from './zoned-time.ts';

export interface Moment {
  epochMs: number;
  zone: string;
}

/** Surname and name, as everywhere in the product (SES-2). */
export const fullName = ({ surname, name }: Pick<Account, 'surname' | 'name'>) => `${surname} ${name}`.trim();

/** Whether a document's signature is to be seen, as far as the request goes. */
export const isSeen = ({ visibility, invisible }: Asked, { id }: StoredDocument): boolean =>
  visibility && !invisible.includes(id);

/** Where the signature will be seen; undefined: nowhere (SGN-2). Which place is taken by default is decided before. */
export const placementOf = (request: Asked, document: StoredDocument): Placement | undefined =>
  isSeen(request, document) ? (request.placements?.[document.id] ?? request.placement) : undefined;

/** What a signature says and where it stands, whoever asks for it. */
export interface Wording {
  locale: 'el' | 'en';
  name: string;
  /** Empty: left out. */
  reason: string;
  title: string;
  time: ZonedTime;
  /** Absent: invisible. */
  placement: Placement | undefined;
}

/** The parts of a wish that people see: the dictionary's texts and the appearance's, in one language. */
export function worded({ locale, name, reason, title, time, placement }: Wording) {
  const lines = stampLines(locale, { reason, title, time: shownTime(time) });
  return {
    time,
    name,
    ...(reason === '' ? {} : { reason }),
    ...(placement ? { visible: { placement, text: { name, lines } } } : {}),
    language: locale,
  };
}

/** What the engine is asked to write into the document. */
export function wishOf(
  request: Asked,
  document: StoredDocument,
  account: Account,
  at: Moment,
  contentsBytes: number,
  digestAlgorithm: SignatureWish['digestAlgorithm'],
): SignatureWish {
  const { reason, title, locale, lock } = request;
  const time = zonedTime(at.epochMs, at.zone);
  const placement = placementOf(request, document);
  const name = fullName(account);
  return {
    ...worded({ locale, name, reason, title, time, placement }),
    digestAlgorithm,
    contentsBytes,
    lock,
  };
}
