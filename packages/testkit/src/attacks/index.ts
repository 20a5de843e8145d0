export { actionAttacks, actionInnocents } from './actions.ts';
export type { Attack } from './attack.ts';
export type { Choose } from './disguise.ts';
export { type SfntOptions, type TestGlyph, testCff, testTrueType } from './fontprograms.ts';
export { fontAttacks, harmlessFonts } from './fonts.ts';
export { formAttacks, harmlessForms } from './forms.ts';
export { type HiddenPage, harmlessText, hiddenAttacks, hiddenDocument } from './hidden.ts';
export { layerAttacks, layerInnocents } from './layers.ts';
export type { Notated } from './notated.ts';
