import { unpackChromium } from './chromium.ts';
import { keepDemo } from './demo.ts';
import { isWanted, JOURNEYS } from './projects.ts';

/** Before the first test; what it gives is called after the last one. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  await unpackChromium();
  return JOURNEYS.some(isWanted) ? keepDemo() : undefined;
}
