import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfjsData, pdfjsVersion } from '../../build/emit.ts';
import { classesIn, govgrCss } from '../../build/govgr-css.ts';
import { stampFonts } from '../../build/stamp-fonts.ts';
import { storyPapers } from './papers.ts';

const path = (from: string) => fileURLToPath(new URL(from, import.meta.url));

/** The stories, and nothing of what is delivered: `npm run stories` serves them, the browser tests build them once. */
export default defineConfig({
  root: path('../..'),
  cacheDir: path('../../../../.cache/vite-stories'),
  define: { __PDFJS_DATA__: JSON.stringify(`/assets/pdfjs-${pdfjsVersion}/`) },
  plugins: [react(), pdfjsData(), stampFonts(), storyPapers()],
  css: { postcss: { plugins: [govgrCss(classesIn(path('../../src')))] } },
  build: {
    emptyOutDir: true,
    minify: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { input: [path('../index.html'), path('../frame.html')] },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', headers: { 'cache-control': 'max-age=3600' } },
});
