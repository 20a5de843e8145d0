import { leftOut as kinds } from '@websign/contract/words/en/left-out';
import type { Catalogue } from '../el.ts';

export const leftOut: Catalogue['leftOut'] = kinds;

export const safeCopy: Catalogue['safeCopy'] = {
  title: 'Safe copy',
  of: 'Safe copy of',
  text: 'What you see here is what is signed, not the original file, which stayed as it was.',
  compare: 'Compare before and after',
  leftOut: 'What was removed or became part of the page',
  nothing: 'Nothing was removed: the file was written anew.',
  checksums: 'Checksums (SHA-256)',
  original: 'Original file',
  originalChecksum: 'Checksum of the original (SHA-256)',
  missing: 'The original file has no such page.',
  removed: 'The copy has no such page.',
  originalFailed:
    'The pages of the original file cannot be shown here, perhaps because it is damaged. The copy shows what could be read of it.',
  originalGone: 'The original file is no longer kept and its pages are gone. You see the copy alone.',
  originalUnanswered:
    'The original file could not be fetched. You see the copy alone. Close this window and open it again.',
  marked:
    'Numbered: what was removed or became part of the page. Not numbered: any other difference in the picture.',
  count: '{{count}} in all',
  unsigned: 'The copy before signing',
  download: 'Download the copy',
  unsignedChecksum: 'Checksum of the copy before signing (SHA-256)',
  kept: 'The copy as it was before signing is kept until {{time}}.',
  ofPage: 'What was removed from this page or became part of it',
  signers: {
    title_one: 'The copy will not have the signature of the document',
    title_other: 'The copy will not have the signatures of the document',
    lead_one: 'This signature cannot go along into a copy:',
    lead_other: 'These signatures cannot go along into a copy:',
    text_one:
      'The safe copy is a different document, without this signature. The file that you uploaded stays as it was, with its signature.',
    text_other:
      'The safe copy is a different document, without these signatures. The file that you uploaded stays as it was, with its signatures.',
    confirm_one: 'Make the copy without this signature',
    confirm_other: 'Make the copy without these signatures',
  },
};
