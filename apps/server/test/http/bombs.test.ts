import { bombs } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

let home: TestHome;
let server: RunningServer;
let maria: Person;

beforeAll(async () => {
  home = await testHome({ PARSER_SECONDS: '5', PARSER_CHILDREN: '2' });
  server = await startTest(home);
  maria = await Person.at(server.url, home.accounts[0]);
});
afterAll(async () => {
  await server.close();
  await home.remove();
});

describe('bombs', () => {
  test.each(bombs)(
    'UP-6: $name: ends in bounded time with a code of its own, and the next file is served',
    {
      timeout: 60_000,
    },
    async ({ bytes }) => {
      const { status, body } = await maria.upload([
        { name: 'bomb.pdf', bytes: bytes() },
        { name: 'next.pdf', bytes: smallPdf() },
      ]);
      expect(status).toBe(200);
      const [bomb, next] = body.documents;
      expect([null, 'security_issues', 'pdf_resource_limit', 'pdf_broken']).toContain(bomb?.code);
      expect(next).toMatchObject({ status: 'success', code: null });
    },
  );

  test('what would take more than is allowed is refused as such', async () => {
    const heavy = bombs.filter(({ name }) => /inflated|three times|ten deep|tiny tiles|arrays/.test(name));
    expect(heavy).toHaveLength(5);
    const { body } = await maria.upload(heavy.map(({ bytes }) => ({ name: 'b.pdf', bytes: bytes() })));
    for (const { code } of body.documents) expect(code).toBe('pdf_resource_limit');
  });

  test('the server has lost nothing of its own meanwhile', () => {
    expect(home.logged.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  });
});
