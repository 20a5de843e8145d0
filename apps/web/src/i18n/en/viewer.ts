import type { Catalogue } from '../el.ts';

export const viewer: Catalogue['viewer'] = {
  label: 'Pages of the document {{name}}',
  tools: 'View tools',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page',
  of: 'of {{count}}',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoom: 'Zoom',
  fits: { width: 'Width', page: 'Whole page' },
  rotate: 'Turn right',
  fullScreen: 'Full screen',
  thumbnails: 'Page thumbnails',
  find: 'Find',
  findLabel: 'Find in the document',
  findPrevious: 'Previous result',
  findNext: 'Next result',
  findClose: 'Close find',
  found: '{{current}} of {{total}}',
  searching: 'Searching… {{page}} of {{count}} pages',
  notFound: 'Not found.',
  noText: 'The pages are pictures, they have no text to search.',
  pageLabel: 'Page {{page}} of {{count}}',
  brokenPage: 'The page cannot be shown correctly.',
  failed: 'The document cannot be shown here. You can download it and open it on your computer.',
};

export const keys: Catalogue['keys'] = {
  open: 'Keyboard shortcuts (?)',
  title: 'Keyboard shortcuts',
  arrows: 'Arrows',
  shiftArrows: 'Shift + arrows',
  acrossArrows: 'Arrows left, right',
  downArrows: 'Arrows up, down',
  boxMove: 'Move the signature by 1 millimetre while its box is selected',
  boxFar: 'Move the signature by 1 centimetre',
  boxPage: 'Take the selected box to the next or the previous page',
  pages: 'Scroll down or up and, at the end of a page, turn it',
  turn: 'Next or previous page',
  ends: 'First or last page',
  scroll: 'Scroll the page',
  find: 'Find in the document',
  hits: 'Next or previous result of the search',
  zoom: 'Zoom in or out',
  list: 'This list',
  want: 'The key ? opens this list',
};

export const preview: Catalogue['preview'] = {
  title: 'Document preview',
  back: 'Back to signing',
};

/** Two states of the same pages, side by side. */
export const compare: Catalogue['compare'] = {
  title: 'Before and after',
  sheet: '{{side}}: page {{page}} of {{count}}',
  page: 'Page {{page}}',
  pageOf: 'Page {{page}} of {{total}}',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  framed: 'Where the page looks different there is a frame.',
  failed: 'The page cannot be shown.',
};
