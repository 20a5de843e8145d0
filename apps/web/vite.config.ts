import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  pdfjsData,
  pdfjsVersion,
  precompress,
  preloadConfig,
  preloadFonts,
  preloadLogin,
} from './build/emit.ts';
import { classesIn, govgrCss } from './build/govgr-css.ts';
import { manual } from './build/manual.ts';
import { stampFonts } from './build/stamp-fonts.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  define: { __PDFJS_DATA__: JSON.stringify(`/assets/pdfjs-${pdfjsVersion}/`) },
  plugins: [
    react(),
    pdfjsData(),
    stampFonts(),
    preloadFonts(),
    preloadConfig(),
    preloadLogin(),
    manual(),
    precompress(),
  ],
  css: { postcss: { plugins: [govgrCss(classesIn(`${root}src`))] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by the check of the budgets (scripts/budget.ts); the server does not serve it.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs, in two files: the libraries' stays in browsers' caches across our releases.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], test: /[\\/](src|packages)[\\/]/, priority: 1 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 8080}` } },
});
