import { readFileSync } from 'node:fs';
import { isRoute, routes } from '@websign/contract';
import { describe, expect, test } from 'vitest';

const router = readFileSync(new URL('../src/app/screens.tsx', import.meta.url), 'utf8');

describe('NAV-1 the list of routes', () => {
  test('is the router’s own: it has a screen for each, under its name, and for no other path', () => {
    const paths = [...router.matchAll(/\bpath: (\S+?),/g)].map(([, path]) => path);
    const named = Object.keys(routes).map((name) => `routes.${name}.path`);
    expect(paths.sort()).toEqual([...named, "'*'"].sort());
    for (const name of Object.keys(routes))
      expect(router).toMatch(new RegExp(`path: routes\\.${name}\\.path,\\s+handle: handle\\('${name}'\\)`));
  });

  test.each([
    '/',
    '/login',
    '/login/',
    '/LOGIN',
    '/sign/a-b_c',
    '/sign/return',
    '/sign/x/preview',
    '/verify',
  ])('holds %s', (path) => expect(isRoute(path)).toBe(true));

  test.each(['//', '/sign', '/sign/', '/sign/a/b', '/loginx', '/x/login', '/healthz', '/history.csv'])(
    'does not hold %s',
    (path) => expect(isRoute(path)).toBe(false),
  );
});
