/** Shows the story that the address names, `frame.html?story=sign-box&locale=en&look=dark`; without a look the browser's. */
import { type LoginAnswer, sessionKeys } from '@websign/contract';
import type { Locale } from '../src/i18n/index.ts';
import { always } from './made-up/always.ts';
import { signer } from './made-up/people.ts';
import { stories } from './stories.ts';
import type { Story } from './story.ts';
import { later, stopClock } from './world/clock.ts';
import { wear } from './world/look.ts';
import { cutNetwork, type Network } from './world/network.ts';
import { forgetStorage } from './world/storage.ts';

/** What tests of a story may look at, how they let time pass, and how they have its page say all in another language. */
export interface StoryWindow {
  network: Network;
  later: (ms: number) => void;
  speak: (locale: Locale) => Promise<void>;
}

function keepSession(changes: Story['signer']): void {
  if (changes === null) return;
  const answer: LoginAnswer = { signer: { ...signer, ...changes } };
  sessionStorage.setItem(sessionKeys.sessionId, answer.signer.SessionId.String);
  sessionStorage.setItem(sessionKeys.user, JSON.stringify(answer));
}

/** Everything that the application finds around it; it must stand before its first module is read. */
function prepare(story: Story, locale: string): Network {
  stopClock();
  forgetStorage();
  localStorage.setItem('locale', locale);
  keepSession(story.signer);
  for (const [key, value] of Object.entries(story.left ?? {})) sessionStorage.setItem(key, value);
  for (const [key, value] of Object.entries(story.drafts ?? {})) localStorage.setItem(key, value);
  const network = cutNetwork({ ...always, ...story.answers });
  const speak = (other: Locale) => translate(other, network);
  Object.assign(window, { story: { network, later, speak } satisfies StoryWindow });
  return network;
}

/** Has the page say all that it says in another language. */
async function translate(locale: Locale, network: Network): Promise<void> {
  const { chooseLocale } = await import('../src/i18n/index.ts');
  const { settle } = await import('./application.tsx');
  await chooseLocale(locale);
  await settle();
  if (network.unknown.length > 0) throw new Error(unanswered(network));
}

const unanswered = ({ unknown }: Network): string => `unanswered: ${unknown.join(', ')}`;

/** Says what became of the story: to tests by an attribute, to people in the page. */
function end(state: 'shown' | 'failed', why = ''): void {
  document.documentElement.dataset.story = state;
  if (state === 'shown') return;
  console.error(why);
  const note = document.createElement('pre');
  note.style.cssText =
    'position:fixed;inset:auto 0 0;margin:0;padding:1em;background:#b10e1e;color:#fff;z-index:9';
  note.textContent = why;
  document.body.append(note);
}

async function show(): Promise<void> {
  const asked = new URLSearchParams(window.location.search);
  const name = asked.get('story') ?? '';
  if (!Object.hasOwn(stories, name)) return end('failed', `there is no story «${name}»`);
  const story = stories[name as keyof typeof stories] as Story;
  const look = asked.get('look');
  if (look === 'light' || look === 'dark') wear(look);
  const network = prepare(story, asked.get('locale') === 'en' ? 'en' : 'el');
  try {
    const { startApplication, settle } = await import('./application.tsx');
    const { hands } = await import('./hands.ts');
    await startApplication(story);
    await settle();
    await story.play?.(hands);
    await settle();
  } catch (error) {
    return end('failed', String(error));
  }
  if (network.unknown.length > 0) return end('failed', unanswered(network));
  end('shown');
}

await show();
