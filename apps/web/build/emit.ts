import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const pdfjs = dirname(require.resolve('pdfjs-dist/package.json'));

/** What PDF.js fetches only when a page needs it: character maps, the standard fonts, image decoders. */
export const pdfjsVersion = String(
  (JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')) as { version: string }).version,
);

/** Emits PDF.js's data files under a folder that carries their version. */
export function pdfjsData(): Plugin {
  return {
    name: 'pdfjs-data',
    apply: 'build',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'iccs', 'wasm']) {
        for (const name of readdirSync(join(pdfjs, folder))) {
          // WebAssembly and its script engine are of no use under our content security policy.
          if (/\.wasm$|quickjs/i.test(name)) continue;
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${pdfjsVersion}/${folder}/${name}`,
            source: readFileSync(join(pdfjs, folder, name)),
          });
        }
      }
    },
  };
}

/** Asks for what the server says of itself with the page: the first drawing waits for it (src/main.tsx). */
export function preloadConfig(): Plugin {
  return {
    name: 'preload-config',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', href: '/api/config', crossorigin: '' },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Asks the browser for the two font files with the page itself, not when the style sheet is read. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/**
 * Asks for the login page's code with the page itself: the first that most people see is fetched on demand (NAV-6),
 * which would cost them another way to the server and back.
 */
export function preloadLogin(): Plugin {
  return {
    name: 'preload-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => {
        const chunks = Object.values(context.bundle ?? {}).filter((file) => file.type === 'chunk');
        const login = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/LoginPage.tsx'));
        if (login === undefined) throw new Error('The build has no login page.');
        const further = login.imports.filter((name) => !html.includes(name));
        return [login.fileName, ...further].map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${name}`, crossorigin: '' },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** Writes a .br and a .gz file beside every text asset, so that the server never compresses by itself. */
export function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.parentPath.endsWith('.vite')) continue;
        if (!/\.(html|m?js|css|svg|json|txt|ttf)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        if (bytes.length < 1024) continue;
        const quality = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 500_000 ? 9 : 11 };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
