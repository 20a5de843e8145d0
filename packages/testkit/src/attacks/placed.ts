import type { AttackDocument, AttackObject } from './notated.ts';

/** What a script says does not matter: that it is one does. */
export const SCRIPT = '/S/JavaScript/JS(app.alert\\(1\\))';
export const FETCH = '/S/URI/URI(https://collect.example/?id=1)';

export const object = (body: string): AttackDocument => ({ objects: [{ number: 100, body }] });
export const withObjects = (catalog: string, ...objects: AttackObject[]): AttackDocument => ({
  catalog,
  objects,
});
export const onPage = (entries: string, ...objects: AttackObject[]): AttackDocument => ({
  pages: [{}, { entries }],
  objects,
});
export const link = (action: string): AttackDocument =>
  onPage('/Annots[100 0 R]', {
    number: 100,
    body: `<</Type/Annot/Subtype/Link/Rect[10 20 30 40]/A<<${action}>>>>`,
  });
export const opened = (action: string): AttackDocument => ({ catalog: `/OpenAction<<${action}>>` });
