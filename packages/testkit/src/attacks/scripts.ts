import { attack, type Notated } from './notated.ts';
import { FETCH, link, object, onPage, opened, SCRIPT, withObjects } from './placed.ts';

/** Code, wherever a viewer meets it. */
export const scripts: Notated[] = [
  attack('a script that runs on opening', opened(SCRIPT), 'javascript'),
  attack(
    'a script behind references',
    withObjects(
      '/OpenAction 100 0 R',
      { number: 100, body: '<</S 101 0 R/JS 102 0 R>>' },
      { number: 101, body: '/JavaScript' },
      { number: 102, body: '', data: 'app.alert(1)' },
    ),
    'javascript',
  ),
  attack('a script in pieces', opened('/S/JavaScript/JS[(app.)(alert\\(1\\))]'), 'javascript'),
  attack(
    'a script by name',
    withObjects('/Names<</JavaScript 100 0 R>>', {
      number: 100,
      body: `<</Kids[<</Limits[(a)(b)]/Names[(a)<<${SCRIPT}>>]>>]>>`,
    }),
    'javascript',
  ),
  ...['WC', 'WS', 'DS', 'WP', 'DP'].map((event) =>
    attack(`a script of the document's ${event}`, { catalog: `/AA<</${event}<<${SCRIPT}>>>>` }, 'javascript'),
  ),
  ...['O', 'C'].map((event) =>
    attack(`a script of a page's ${event}`, onPage(`/AA<</${event}<<${SCRIPT}>>>>`), 'javascript'),
  ),
  ...['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI'].map((event) =>
    attack(
      `a script of an annotation's ${event}`,
      onPage(`/Annots[<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]/AA<</${event}<<${SCRIPT}>>>>>>]`),
      'javascript',
    ),
  ),
  ...['K', 'F', 'V', 'C'].map((event) =>
    attack(
      `a script of a field's ${event}`,
      {
        catalog: '/AcroForm<</Fields[100 0 R]/CO[100 0 R]>>',
        objects: [{ number: 100, body: `<</FT/Tx/T(f)/V(1)/AA<</${event}<<${SCRIPT}>>>>>>` }],
      },
      'javascript',
    ),
  ),
  attack('a script on a click', link(SCRIPT), 'javascript'),
  attack(
    'a script behind a chain',
    link(`/S/GoTo/D[4 0 R/Fit]/Next[<</S/GoTo/D[4 0 R/Fit]/Next<<${SCRIPT}>>>>]`),
    'javascript',
  ),
  attack(
    'a script in an outline',
    withObjects(
      '/Outlines 100 0 R',
      { number: 100, body: '<</Type/Outlines/First 101 0 R/Last 101 0 R/Count 1>>' },
      { number: 101, body: `<</Title(a)/Parent 100 0 R/A<<${SCRIPT}>>>>` },
    ),
    'javascript',
  ),
  attack('a script of a rendition', link('/S/Rendition/OP 0/JS(app.alert\\(1\\))'), 'javascript'),
  attack(
    'a script of a presentation step',
    onPage('/PresSteps<</Type/NavNode/NA<</S/JavaScript/JS(x)>>>>'),
    'javascript',
  ),
  attack(
    'a script of 3D artwork',
    {
      objects: [
        { number: 100, body: '/Type/3D/Subtype/U3D/OnInstantiate 101 0 R', data: 'U3D' },
        { number: 101, body: '', data: 'x()' },
      ],
    },
    'javascript',
  ),
  attack('a script under another type', object(`<</Type/Font/Subtype/Type1${SCRIPT}>>`), 'javascript'),
  attack(
    'a script that claims to be structure',
    object('<</Type/StructElem/P 1 0 R/K 0/S/JavaScript/JS(x)>>'),
    'javascript',
  ),
  attack('a script that nothing refers to', object(`<<${SCRIPT}>>`), 'javascript'),
  attack(
    'the first of two actions',
    onPage(`/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<<${SCRIPT}>>/A<<${FETCH}>>>>]`),
    'javascript',
    'duplicate_key',
  ),
  attack('the first of two types', opened('/S/JavaScript/JS(x)/S/GoTo'), 'javascript', 'duplicate_key'),
  attack(
    'a font matrix that is code',
    object('<</Type/Font/Subtype/Type1/FontMatrix[1 0 0 1 0 (0\\);alert\\(1)]>>'),
    'javascript',
  ),
];
