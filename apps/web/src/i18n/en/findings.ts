import { titles } from '@websign/contract/words/en/titles';
import type { Catalogue } from '../el.ts';

export const findings: Catalogue['findings'] = {
  title: 'Findings',
  none: 'The check found nothing that needs your attention.',
  page: 'page {{page}}',
  verdicts: { info: 'Information', warn: 'Warning', refuse: 'Refused' },
  kinds: titles,
  other: 'Other finding ({{kind}})',
};

export const signatures: Catalogue['signatures'] = {
  title: 'Signatures of the document',
  none: 'The document has no signatures.',
  kinds: { signature: 'Signature', certification: 'Certification signature', timestamp: 'Time-stamp' },
  unnamed: 'no name',
  integrity: {
    intact: 'The content has not been altered',
    broken: 'The content has been altered',
    unsupported: 'Cannot be determined',
  },
};
