import { documentObjects, streamBody, type TestDocument, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a document whose page has those resources. */
const told = (document: TestDocument, resources = ''): string[] => {
  const objects = documentObjects(document).map((object) =>
    object.number === 4 && typeof object.body === 'string'
      ? { ...object, body: object.body.replace('/Font<<', `${resources}/Font<<`) }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(
    ({ kind, excerpt }) => `${kind} ${excerpt}`,
  );
};

const FORM = streamBody('0 0 9 9 re S', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]');
/** What readers find who mend the file, and which no section names, is told by itself. */
const AMBIGUOUS = expect.stringMatching(/^ambiguous_syntax/);

describe('a resource whose object is missing', () => {
  const named = (content: string, resources: string): string[] =>
    told({ pages: [{ content }], more: [{ number: 100, body: FORM }] }, resources);

  it.each([
    ['an XObject', '/X Do', '/XObject<</X 99 0 R>>'],
    ['an XObject of another generation', '/X Do', '/XObject<</X 100 1 R>>'],
    ['a state', '/X gs', '/ExtGState<</X 99 0 R>>'],
    ['a colour space', '/X cs', '/ColorSpace<</X 99 0 R>>'],
    ['a shading', '/X sh', '/Shading<</X 99 0 R>>'],
    ['a pattern', '/Pattern cs /X scn 0 0 9 9 re f', '/Pattern<</X 99 0 R>>'],
  ])('SGN-7 is told where content names it: %s', (_, content, resources) => {
    expect(named(content, resources)).toContainEqual(AMBIGUOUS);
  });

  it.each([
    ['that is there', '/X Do', '/XObject<</X 100 0 R>>'],
    ['that no resources name', '/X Do', ''],
    ['that no content names', '', '/XObject<</X 99 0 R>>'],
    ['that is a property of a mark', '/Span/X BDC EMC', '/Properties<</X 99 0 R>>'],
  ])('is nothing to tell %s', (_, content, resources) => {
    expect(named(content, resources)).not.toContainEqual(AMBIGUOUS);
  });
});

describe('a clip without a path, which hides all or nothing', () => {
  const of = (content: string): string[] => told({ pages: [{ content }] });

  it.each(['q W n 0 0 9 9 re f Q', '0 0 9 9 re n W* n', 'W f'])('SGN-7 is told: %s', (content) =>
    expect(of(content)).toContainEqual(AMBIGUOUS),
  );

  it.each(['0 0 9 9 re W n', '0 0 m W n', '0 0 9 9 re n n'])('is none: %s', (content) =>
    expect(of(content)).not.toContainEqual(AMBIGUOUS),
  );
});

describe('a shading that is painted with a background, which is for patterns alone', () => {
  const of = (content: string, ground: string): string[] => {
    const shading = `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 0]/Function 101 0 R${ground}>>`;
    const pattern = `<</Type/Pattern/PatternType 2/Shading ${shading}>>`;
    const more = [{ number: 101, body: '<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>' }];
    return told({ pages: [{ content }], more }, `/Shading<</X ${shading}>>/Pattern<</P ${pattern}>>`);
  };

  it('SGN-7 is told', () =>
    expect(of('q 0 0 9 9 re W n /X sh Q', '/Background[1]')).toContainEqual(AMBIGUOUS));

  it.each([
    ['without one', 'q 0 0 9 9 re W n /X sh Q', ''],
    ['in a pattern', '/Pattern cs /P scn 0 0 9 9 re f', '/Background[1]'],
  ])('is none %s', (_, content, ground) => expect(of(content, ground)).not.toContainEqual(AMBIGUOUS));
});

describe('a soft mask of an unknown kind, through which readers show all or nothing', () => {
  const of = (kind: string): string[] => {
    const state = `/ExtGState<</M<</SMask<<${kind}/G 100 0 R>>>>>>`;
    return told({ pages: [{ content: '/M gs 0 0 9 9 re f' }], more: [{ number: 100, body: FORM }] }, state);
  };

  it.each(['/S/Other', ''])('SGN-7 is told: %s', (kind) => expect(of(kind)).toContainEqual(AMBIGUOUS));
  it.each(['/S/Alpha', '/S/Luminosity'])('is none: %s', (kind) =>
    expect(of(kind)).not.toContainEqual(AMBIGUOUS),
  );
});

describe('entries of a page that some readers show nothing for', () => {
  const withEntries = (entries: string): string[] =>
    told({
      pages: [{ entries }],
      more: [{ number: 100, body: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>' }],
    });

  it.each(['/Annots 100 0 R', '/Annots<<>>', '/Annots/None', '/Annots true'])(
    'SGN-7 annotations that are no array: %s',
    (entries) => {
      expect(withEntries(entries)).toContain('ambiguous_syntax /Annots');
    },
  );

  it.each(['/Annots[]', '/Annots[100 0 R]', '/Annots null', '/Annots 99 0 R', ''])(
    'may be none, or in an array: %s',
    (entries) => {
      expect(withEntries(entries)).not.toContain('ambiguous_syntax /Annots');
    },
  );

  it.each([
    ['/UserUnit 0.1', true],
    ['/UserUnit .121', true],
    ['/UserUnit .122', false],
    ['/UserUnit 1', false],
    ['/UserUnit 75000', false],
    ['/UserUnit 75001', true],
  ])(
    'SGN-7 units by which the page is shorter than an inch, or more than readers take: %s',
    (entries, isOdd) => {
      expect(withEntries(entries).includes('odd_page_box /UserUnit')).toBe(isOdd);
    },
  );
});

describe('a look that some readers draw and others do not', () => {
  it.each(['Movie', 'Link', 'Popup'])('SGN-7 is told: that of a %s', (subtype) => {
    const look = streamBody(
      'BT /F1 24 Tf 2 2 Td (plus 9000) Tj ET',
      '/Type/XObject/Subtype/Form/BBox[0 0 200 30]/Resources<</Font<</F1 3 0 R>>>>',
    );
    const entries = `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[50 600 250 630]/F 4/AP<</N 100 0 R>>>>]`;
    expect(told({ pages: [{ entries }], more: [{ number: 100, body: look }] })).toContain(
      'ambiguous_syntax plus 9000',
    );
  });
});
