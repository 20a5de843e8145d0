import type { Inspector } from '../inspector.ts';
import { reportAnnotations } from './annotations.ts';
import { reportFields } from './fields.ts';
import { reportLooks } from './looks.ts';
import { placedAnnotations } from './widgets.ts';

/** Fields and annotations that show another thing than they hold. */
export const inspectForms: Inspector = ({ pdf, pages, fields }, report) => {
  const annotations = placedAnnotations(pdf, pages);
  reportFields(pdf, fields, annotations, report);
  reportAnnotations(pdf, annotations, report);
  reportLooks(pdf, annotations, report);
};
