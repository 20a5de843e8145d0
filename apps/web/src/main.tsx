import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { ignoreStrayDrops } from './app/strayDrops.ts';
import { startI18n } from './i18n/index.ts';

ignoreStrayDrops();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id root');
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
