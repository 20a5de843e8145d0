export type { Attack } from './attack.ts';
export { formAttacks, harmlessForms } from './forms.ts';
export { type HiddenPage, harmlessText, hiddenAttacks, hiddenDocument } from './hidden.ts';
