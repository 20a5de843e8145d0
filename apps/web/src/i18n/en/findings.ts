import { advice } from '@websign/contract/words/en/advice';
import { reasons } from '@websign/contract/words/en/reasons';
import { titles } from '@websign/contract/words/en/titles';
import type { Catalogue } from '../el.ts';

export const findings: Catalogue['findings'] = {
  title: 'Findings',
  none: 'The check found nothing that needs your attention.',
  unread: 'The document was refused before its check was finished.',
  verdicts: { info: 'Information', warn: 'Warning', refuse: 'Reason for refusal' },
  kinds: titles,
  reasons,
  advice,
  other: 'Other finding ({{kind}})',
  otherReason: 'The check found something that this page does not know yet. Reload the page.',
  infos_one: '{{count}} piece of information about the document',
  infos_other: '{{count}} pieces of information about the document',
  count_one: '{{count}} place',
  count_other: '{{count}} places',
  pages_one: 'page {{pages}}',
  pages_other: 'pages {{pages}}',
  whole: 'in the whole file',
  places: 'Where it was found',
  page: 'Page {{page}}',
  inFile: 'In the file',
  show: 'Show on page {{page}}',
  showOn: 'Show on pages',
  showWhat: 'Show on page {{page}}: {{what}}',
  quoted: '“{{words}}”',
  nth: 'place {{turn}}',
  onPages_one: 'Page {{pages}}',
  onPages_other: 'Pages {{pages}}',
  more_one: 'Show {{count}} more place',
  more_other: 'Show {{count}} more places',
  act: 'What to do:',
  unreadable: 'The letters of the text could not be read.',
  technical: 'Technical details',
  code: 'Code of the finding',
  object: 'object {{number}}',
  revision: 'revision {{number}} of the file',
  mark: 'Mark the findings on the pages',
  report: { pdf: 'Download the findings report (PDF)', json: 'Download the findings report (JSON)' },
  marked: 'Page {{page}}: the place is marked.',
};

export const place: Catalogue['place'] = {
  position: 'Place {{current}} of {{total}}',
  previous: 'Previous place',
  next: 'Next place',
  list: 'All places',
  words: 'What was found',
  noWords: 'There is no text at this place.',
  wholePage: 'The finding concerns the whole page, not one place on it.',
  failed: 'The pages of the file cannot be shown here. What was found is described in words.',
  expired: 'The file is no longer kept and its pages are gone. The findings are kept.',
};

export const signatures: Catalogue['signatures'] = {
  title: 'Signatures of the document',
  none: 'The document has no signatures.',
  unread: 'Whether the document has signatures was not checked.',
  kinds: { signature: 'Signature', certification: 'Certification signature', timestamp: 'Time-stamp' },
  changes: 'Changed since: {{changes}}',
  level: 'Level: {{level}}',
  unnamed: 'no name',
  integrity: {
    intact: 'What was signed has not been altered',
    broken: 'What was signed has been altered',
    unsupported: 'Cannot be determined',
  },
};
