import { openPdf, pages } from '@websign/pdf';
import type { LongTermWorld } from '@websign/testkit';
import { extended, ports, signed } from '../long-term.ts';
import { visibleOn } from './signed.ts';

const pagesOf = (bytes: Uint8Array): number => [...pages(openPdf(bytes, ports))].length;

/** Ways in which a document is signed again, or for longer; each gives the last file, at B-LT or above. */
export const WAYS: Record<string, (bytes: Uint8Array, world: LongTermWorld) => Promise<Uint8Array>> = {
  'visible, then visible on the last page': async (bytes, world) => {
    const first = await signed(bytes, world, visibleOn(bytes));
    const second = await signed(first.file, world, visibleOn(bytes, pagesOf(bytes), 80));
    return (await extended(second.file, 'B-LT', world)).file;
  },
  'invisible, then visible, then invisible': async (bytes, world) => {
    const first = await signed(bytes, world);
    const second = await signed(first.file, world, visibleOn(bytes, pagesOf(bytes)));
    const third = await signed(second.file, world);
    return (await extended(third.file, 'B-LT', world)).file;
  },
  'visible and locked': async (bytes, world) => {
    const { file } = await signed(bytes, world, { ...visibleOn(bytes), lock: true });
    return (await extended(file, 'B-LT', world)).file;
  },
  'certified, then invisible': async (bytes, world) => {
    const first = await signed(bytes, world, { ...visibleOn(bytes), certify: 2 });
    const second = await signed(first.file, world);
    return (await extended(second.file, 'B-LT', world)).file;
  },
  'visible on the last page, with a time-stamp that is renewed': async (bytes, world) => {
    const { file } = await signed(bytes, world, visibleOn(bytes, pagesOf(bytes)));
    const raised = await extended(file, 'B-LTA', world);
    return (await extended(raised.file, 'B-LTA', world)).file;
  },
};
