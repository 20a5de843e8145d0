import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api, routes } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { served } from './served.ts';

const built = existsSync(fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url)));

const place = served();

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The answer as it comes over the wire: nothing is decompressed. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const call = request(place.url + path, { headers, method }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    call.on('error', reject).end();
  });

/** The addresses that the page names: scripts, style sheets, fonts and what is asked for early. */
async function named(ending: RegExp): Promise<string[]> {
  const page = (await raw('/')).body.toString();
  const all = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  return all.filter((path) => ending.test(path));
}

describe.skipIf(!built)('the built application', () => {
  test('scripts and style sheets come in brotli or gzip as it was made at the build, the same bytes each way', async () => {
    const files = await named(/\.(m?js|css)$/);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      const plain = await raw(path, { 'accept-encoding': 'identity' });
      const br = await raw(path, { 'accept-encoding': 'gzip, deflate, br' });
      const gz = await raw(path, { 'accept-encoding': 'gzip' });
      expect([plain.status, br.status, gz.status], path).toEqual([200, 200, 200]);
      for (const { headers } of [plain, br, gz]) {
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['content-type']).toMatch(/^(application|text)\/(javascript|css);/);
        expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
      }
      expect(plain.headers['content-encoding']).toBeUndefined();
      if (plain.body.length < 1024) continue;
      expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gz.body).equals(plain.body)).toBe(true);
      expect(br.body.length).toBeLessThan(plain.body.length);
    }
  });

  test('fonts are asked for with the page, and kept for ever', async () => {
    const fonts = await named(/\.woff2$/);
    expect(fonts.length).toBe(2);
    for (const path of fonts) {
      const { status, headers } = await raw(path);
      expect([status, headers['content-type']]).toEqual([200, 'font/woff2']);
      expect(headers['cache-control']).toContain('immutable');
    }
  });

  test('everything that the page names is there', async () => {
    for (const path of await named(/./)) expect((await raw(path)).status, path).toBe(200);
  });

  test('the page is asked for again each time, and answered 304 while it is the same', async () => {
    for (const path of ['/', '/login', '/history']) {
      const first = await raw(path, { 'accept-encoding': 'br' });
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache']);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^(W\/)?".+"$/);
      const again = await raw(path, { 'accept-encoding': 'br', 'if-none-match': etag });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect((await raw(path, { 'if-none-match': '"another"' })).status).toBe(200);
      const head = await raw(path, { 'accept-encoding': 'br' }, 'HEAD');
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, etag]);
    }
  });

  test('HDR-4 the manual about security is there in both languages', async () => {
    const address = ((await (await fetch(place.url + api.config)).json()) as { securityManualUrl: string })
      .securityManualUrl;
    const manuals = await Promise.all(['el', 'en'].map((locale) => raw(address.replace('{locale}', locale))));
    for (const { status, headers, body } of manuals) {
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'no-cache',
      ]);
      expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(manuals[0]?.body.equals(manuals[1]?.body ?? Buffer.of())).toBe(false);
  });

  test("the build's own notes are not served", async () => {
    const { status, body } = await raw('/.vite/manifest.json');
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'not_found' } });
  });

  test('every route, asset and call carries the content security policy with Trusted Types; nothing is inline', async () => {
    const pages = Object.values(routes).map(({ path }) => path.replace(/:\w+/g, 'x'));
    const others = [...(await named(/./)), '/nowhere', '/assets/nothing.js', api.config, api.document('x')];
    for (const path of [...pages, ...others]) {
      const { headers, body } = await raw(path, { 'accept-encoding': 'identity' });
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy, path).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "require-trusted-types-for 'script'",
          'trusted-types dompurify pdf-worker',
        ]),
      );
      expect(policy.join(';')).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      const html = body.toString();
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    }
  });
});
