/** The real application at the address of a story. It is read once everything around it is made up. */
import '../src/styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followNavigation } from '../src/app/navigation.ts';
import { screens } from '../src/app/screens.tsx';
import { queryClient } from '../src/common/api/client.ts';
import { configQuery } from '../src/common/api/queries.ts';
import { loadAllTexts, startI18n } from '../src/i18n/index.ts';
import { patienceMs } from './hands.ts';
import type { Story } from './story.ts';
import { later } from './world/clock.ts';
import { underway } from './world/underway.ts';

export async function startApplication({ at, idleMs = 0 }: Story): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('frame.html has no element with id root');
  await Promise.all([startI18n(), queryClient.prefetchQuery(configQuery)]);
  await loadAllTexts();
  // The service was last heard of when the application was read.
  later(idleMs);
  // In memory: a reload shows the story again, not the place that one has gone to.
  const router = createMemoryRouter(screens, { initialEntries: [at] });
  followNavigation(router);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));

/** Fetched, drawn or read while it is there: each tells of work that neither the network nor a query shows. */
const AT_WORK = [
  '.ws-loading',
  '.ws-viewer__note[role=status]',
  'canvas.ws-page-canvas:not([data-drawn=true])',
  '.ws-text-room:not([data-read=true])',
].join();

const isStill = (): boolean =>
  document.querySelector('main h1, main h2') !== null &&
  document.querySelector(AT_WORK) === null &&
  queryClient.isFetching() === 0 &&
  underway() === 0;

/** Frames one after the other in which nothing is under way, and nothing comes or goes. */
const RESTING = 3;

/** Waits until nothing is on its way any more: texts, answers, files that are read, pages of documents. */
export async function settle(): Promise<void> {
  const end = performance.now() + patienceMs;
  let still = 0;
  const changes = new MutationObserver(() => {
    still = 0;
  });
  changes.observe(document.body, { childList: true, subtree: true });
  while (still < RESTING) {
    if (performance.now() > end) throw new Error('the story does not come to rest');
    await frame();
    still = isStill() ? still + 1 : 0;
  }
  changes.disconnect();
  await document.fonts.ready;
}
