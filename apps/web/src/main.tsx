import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { ignoreStrayDrops } from './app/strayDrops.ts';
import { queryClient } from './common/api/client.ts';
import { configQuery } from './common/api/queries.ts';
import { startI18n } from './i18n/index.ts';

ignoreStrayDrops();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id root');
// The frame is drawn once and does not jump: what the server says of itself is waited for, but not for long.
await Promise.all([
  startI18n(),
  Promise.race([queryClient.prefetchQuery(configQuery), new Promise((late) => setTimeout(late, 2000))]),
]);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
