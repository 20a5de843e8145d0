import type { DocumentAnswer } from '@websign/contract';
import { useState } from 'react';
import { isWarned } from './request.ts';

/** Which documents' warnings the signer has confirmed to have read (SGN-7). */
export interface Reading {
  /** Ids of documents. */
  read: ReadonlySet<string>;
  mark: (id: string, read: boolean) => void;
  /** These have other warnings now. */
  forget: (ids: readonly string[]) => void;
  /** Those that still hold up the signing. */
  unread: DocumentAnswer[];
  /** How often the signer tried to go on without. */
  asked: number;
  /** Whether all is read; where it is not, the first tick that is missing is pointed at. */
  check: () => boolean;
}

export function useReading(waiting: DocumentAnswer[]): Reading {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(0);
  const unread = waiting.filter((document) => isWarned(document) && !read.has(document.id));
  return {
    ...{ read, unread, asked },
    mark: (id, on) =>
      setRead((known) => new Set([...known].filter((other) => other !== id).concat(on ? id : []))),
    forget: (ids) => {
      setRead((known) => new Set([...known].filter((id) => !ids.includes(id))));
      setAsked(0);
    },
    check: () => {
      if (unread.length > 0) setAsked((times) => times + 1);
      return unread.length === 0;
    },
  };
}
