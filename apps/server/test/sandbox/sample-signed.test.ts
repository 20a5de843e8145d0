import type { Addition, Standing, Validation } from '@websign/pades';
import { expect, test } from 'vitest';
import { jobs } from '../../src/sandbox/jobs.ts';
import { signSample } from '../../src/sandbox/sample-signed.ts';

test('what a template rehearses comes to a signature that is valid by revocation data of every kind', async () => {
  const standings: Standing[] = [];
  const validations: Validation[] = [];
  const additions: Addition[] = [];
  const recorded =
    <T>(job: (input: unknown) => unknown, answers: T[]) =>
    async (input: unknown) => {
      const answer = (await job(input)) as T;
      answers.push(answer);
      return answer;
    };
  await signSample({
    ...jobs,
    standing: recorded(jobs.standing, standings),
    validate: recorded(jobs.validate, validations),
    prepareAddition: recorded(jobs.prepareAddition, additions),
  });
  expect(standings.map(({ status, missing }) => [status, missing.map(({ kind }) => kind)])).toEqual([
    ['unknown', ['ocsp', 'crl']],
    ['good', []],
  ]);
  expect(validations.map(({ verdict, missing }) => [verdict, missing.length])).toEqual([
    ['indeterminate', 3],
    ['valid', 0],
  ]);
  expect(additions.map(({ store }) => store?.added)).toEqual([{ certificates: 0, ocsps: 2, crls: 1 }]);
});
