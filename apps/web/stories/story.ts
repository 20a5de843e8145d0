import type { Signer } from '@websign/contract';
import type { Hands } from './hands.ts';
import type { Answers } from './world/answers.ts';

/** One screen in one state, with made-up answers: nobody signs in, nothing is uploaded. */
export interface Story {
  /** The application's address; with a history state where one comes from another page. */
  at: string | { pathname: string; search?: string; state: unknown };
  /** In what differs from the usual signer; null where nobody is signed in. */
  signer?: Partial<Signer> | null;
  answers?: Answers;
  /** Milliseconds since the service last heard of this session. */
  idleMs?: number;
  /** What is left in session storage, as after a reload. */
  left?: Record<string, string>;
  /** What is left in local storage, as after earlier work. */
  drafts?: Record<string, string>;
  /** What a person does until the state is there. */
  play?: (hands: Hands) => Promise<void>;
}
