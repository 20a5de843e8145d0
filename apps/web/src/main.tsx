import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startI18n } from './i18n/index.ts';

// A file that is dropped beside the drop area must not replace the application by the file.
for (const type of ['dragover', 'drop'] as const)
  window.addEventListener(type, (event) => event.preventDefault());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id root');
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
