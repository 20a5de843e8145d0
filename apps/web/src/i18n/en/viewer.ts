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
  fit: 'Width',
  pageLabel: 'Page {{page}} of {{count}}',
  failed: 'The document cannot be shown here. You can download it and open it on your computer.',
};

export const preview: Catalogue['preview'] = {
  back: 'Back to signing',
};
