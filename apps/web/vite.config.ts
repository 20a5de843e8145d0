import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfjsData, pdfjsVersion, precompress, preloadFonts } from './build/emit.ts';
import { classesIn, govgrCss } from './build/govgr-css.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  define: { __PDFJS_DATA__: JSON.stringify(`/assets/pdfjs-${pdfjsVersion}/`) },
  plugins: [react(), pdfjsData(), preloadFonts(), precompress()],
  css: { postcss: { plugins: [govgrCss(classesIn(`${root}src`))] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 8080}` } },
});
