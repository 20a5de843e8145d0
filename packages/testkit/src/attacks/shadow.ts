import {
  bytesOf,
  documentObjects,
  streamBody,
  type TestObject,
  writePdf,
  type XrefKind,
} from '../pdf/index.ts';
import type { Attack } from './attack.ts';

const TEXT = 'BT /F1 24 Tf 72 700 Td (You are hired) Tj ET';
const OTHER = 'BT /F1 24 Tf 72 700 Td (You are fired) Tj ET';
const asText = (body: Uint8Array): string => Buffer.from(body).toString('latin1');

/** A document of one page with more objects, and more bytes after the `endobj` of its content. */
function file(kind: XrefKind, { more = [], after = '', eol }: Hidden): Uint8Array {
  const body = `${asText(streamBody(TEXT))}${after === '' ? '' : `\nendobj\n${after}`}`;
  const objects = documentObjects({
    catalog: '/Used 102 0 R',
    pages: [{ content: TEXT }],
    more: [...more, aside],
  }).map((object) => (object.number === 5 ? { ...object, body: bytesOf(body) } : object));
  return writePdf({ kind, objects, hidden: [aside.number], ...(eol === undefined ? {} : { eol }) });
}

/** What a hybrid file hides: nothing that is shown. */
const aside: TestObject = { number: 190, body: '(aside)' };

interface Hidden {
  more?: TestObject[];
  after?: string;
  eol?: string;
}

/** A look in use: the catalog's own entry leads to it. */
const IN_USE: TestObject = { number: 102, body: streamBody('', '/Subtype/Form/BBox[0 0 200 20]') };

const shadow = (name: string, expect: string[], hidden: Hidden): Attack => ({
  name,
  expect,
  bytes: (kind = 'table') => file(kind, hidden),
});
const kept = (name: string, kind: string, body: string | Uint8Array, ...more: TestObject[]): Attack =>
  shadow(name, [kind], { more: [{ number: 100, body }, ...more] });

const content = `5 0 obj\n${asText(streamBody(OTHER))}\nendobj\n`;
const form = (data: string): Uint8Array => streamBody(data, '/Type/XObject/Subtype/Form/BBox[0 0 99 99]');

/** Documents prepared to show something else once they are signed (Mainka and others, 2021). */
export const shadowAttacks: readonly Attack[] = [
  // hide and replace: the other meaning of a number stands in the file already
  shadow('a content defined twice', ['object_defined_twice'], { after: content }),
  shadow('a content defined again behind the end', ['object_defined_twice', 'unused_section'], {
    eol: `\n${content}trailer\n<</Root 1 0 R/Size 9>>\n%%EOF\n`,
  }),
  shadow('an update that is not in use', ['unused_section'], {
    after: 'xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 9 0 R>>',
  }),
  shadow('a second startxref', ['unused_section'], { after: 'startxref\n99\n%%EOF' }),
  shadow('an object that no section names', ['unlisted_object'], {
    after: `77 0 obj\n${asText(form(OTHER))}`,
  }),
  shadow(
    'an object inside the data of one that no section names',
    ['unlisted_object', 'object_defined_twice'],
    {
      after: `77 0 obj\n<</Length ${content.length}>>\nstream\n${content}endstream`,
    },
  ),
  // hide: what is shown is covered by what nothing refers to any more
  kept('a page that nothing refers to', 'unreferenced_page', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
  kept('a tree of pages that nothing refers to', 'unreferenced_page', '<</Type/Pages/Kids[4 0 R]/Count 1>>'),
  kept('a catalog that nothing refers to', 'unreferenced_page', '<</Type/Catalog/Pages 2 0 R>>'),
  kept('a content that nothing refers to', 'unreferenced_content', streamBody(OTHER, '', 'flate')),
  kept('a form that nothing refers to', 'unreferenced_content', form(OTHER)),
  kept('an image in a form that nothing refers to', 'unreferenced_content', imageForm(), {
    number: 101,
    body: streamBody('0', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'),
  }),
  kept('a form that nothing refers to, of the size of no field', 'unreferenced_content', look('99 99')),
  kept(
    'a form that shows more than what a field holds',
    'unreferenced_content',
    look('200 20', 'BT /F1 9 Tf (before) Tj ET'),
    IN_USE,
  ),
  // replace: the same letters in another font
  kept(
    'a font of the name of one in use',
    'unreferenced_font',
    '<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Helvetica/Encoding<</Differences[104/f]>>>>',
  ),
];

/** What a field looked like before its value was set. */
function look(size: string, before = ''): Uint8Array {
  const text = `${before} q /Tx BMC BT /F1 9 Tf 2 5 Td (First) Tj ET EMC Q`;
  return streamBody(text, `/Subtype/Form/BBox[0 0 ${size}]`, 'flate');
}

function imageForm(): Uint8Array {
  return streamBody('/I Do', '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I 101 0 R>>>>');
}

/** What everyday producers leave behind. */
export const shadowInnocents: readonly Attack[] = [
  kept('an empty form', '', form('')),
  kept('the former look of a field that was filled in', '', look('200 20'), IN_USE),
  kept('a second look of a button, which says the same', '', look('200 20', 'BT /F1 9 Tf (Press) Tj ET'), {
    number: 102,
    body: streamBody('BT /F1 9 Tf (PressFirst) Tj ET', '/Subtype/Form/BBox[0 0 200 20]'),
  }),
  kept('a frame', '', form('0 0 99 99 re S')),
  kept(
    'a font as viewers have it',
    '',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ),
  kept('a font of another name', '', '<</Type/Font/Subtype/Type0/BaseFont/Other/DescendantFonts[]>>'),
  kept('data', '', streamBody('0 1 2 3', '', 'flate')),
  shadow('a lone string that no section names', [], { after: '77 0 obj\n(aside)' }),
].map((innocent) => ({ ...innocent, expect: [] }));
