import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Demo, startDemo } from '../demo.ts';
import { account, frame, history } from './after.ts';
import { refusedUpload, signedOut, signingIn } from './before.ts';
import { camera, MOMENT, SCHEMES, SCREENS, standStill } from './camera.ts';
import { PICTURES, pngsIn } from './folders.ts';
import { signingGroup, signingOne, signingWarned } from './signing.ts';
import { verifying } from './verifying.ts';

const SIZES = { wide: { width: 1280, height: 1000 }, narrow: { width: 320, height: 900 } } as const;

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport, colorScheme: 'light' });
    let demo: Demo;
    test.beforeAll(async () => {
      demo = await startDemo({}, [join(import.meta.dirname, 'standing-demo.ts'), String(MOMENT)]);
    });
    test.afterAll(async () => {
      await demo.stop();
    });

    test('every screen looks as in its pictures, light and dark', async ({ browser }) => {
      // On a machine that does much else; alone it takes a minute.
      test.setTimeout(1_200_000);
      // The policy allows no foreign style, and steady.css is one; that no screen breaks it the journeys show.
      const context = await browser.newContext({ baseURL: demo.url, bypassCSP: true });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await standStill(page);
      const [signer, other] = demo.accounts;
      if (signer === undefined || other === undefined) throw new Error('The demonstration lacks signers.');
      const { take, missing } = camera(page, size);
      for (const part of [
        signedOut,
        signingIn,
        refusedUpload,
        signingOne,
        signingGroup,
        signingWarned,
        history,
        verifying,
        account,
        frame,
      ])
        await part({ page, signer, other, take });
      expect(missing()).toEqual([]);
      await context.close();
    });
  });
}

test('there is no picture of a screen that is not looked at', () => {
  const expected = SCREENS.flatMap((screen) =>
    Object.keys(SIZES).flatMap((size) => SCHEMES.map((scheme) => `${screen}-${size}-${scheme}.png`)),
  );
  expect(pngsIn(PICTURES).filter((name) => !expected.includes(name))).toEqual([]);
});
