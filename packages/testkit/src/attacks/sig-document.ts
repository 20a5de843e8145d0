import {
  appendUpdate,
  documentObjects,
  streamBody,
  type TestObject,
  writePdf,
  type XrefKind,
} from '../pdf/index.ts';

/** How the document is to be signed before it is changed. */
export interface SigningWish {
  certify?: 1 | 2 | 3;
  lock?: boolean;
  /** The field 102, which is there, empty, with a lock over the field 100. */
  field?: 'approval';
}

/** A change of a signed document. */
export interface SignedChange {
  name: string;
  /** As a manifest would call the kind: `sig-isa`, `sig-shadow`, `sig-diff-allowed` … */
  class: string;
  wish: SigningWish;
  /** The changed file; `signed` is one of {@link signedDocument}, signed as wished. */
  make(signed: Uint8Array): Uint8Array;
  /** A reason of the change that makes it forbidden, the level of one that is permitted, or what becomes of the signature. */
  expect:
    | { reason: string }
    | { level: 'none' | 'lta' | 'form-filling' | 'annotations' }
    /** Its byte range no longer holds, or the file no longer opens. */
    | { broken: true };
}

/**
 * The document: a page (4) with contents (5) and a form (110) of a text field (100), an empty signature field (102), a
 * filled field (103) that shows 104, a box to tick (105) and a group (106) with a field (107); metadata (120), a layer
 * (130), structure (140 to 142) and an annotation over the text (150). The page names 400, which is not there.
 */
export function signedDocument(kind: XrefKind = 'table'): Uint8Array {
  return writePdf({ kind, objects: OBJECTS, hidden: [130], id: '[<01><01>]', trailer: '/Info 160 0 R' });
}

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
const LIST = '[100 0 R 102 0 R 103 0 R 105 0 R 107 0 R 150 0 R]';

/** A form XObject. */
export const look = (content: string): Uint8Array =>
  streamBody(content, '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>');
/** One that says something. */
export const saying = (text: string): Uint8Array => look(`BT /F1 9 Tf 2 4 Td (${text}) Tj ET`);
/** The metadata of the document, saying something. */
export const metadata = (inside: string): Uint8Array =>
  streamBody(
    `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/">${inside}</x:xmpmeta>`,
    '/Type/Metadata/Subtype/XML',
  );

const OBJECTS: TestObject[] = documentObjects({
  catalog:
    '/AcroForm 110 0 R/Metadata 120 0 R/OCProperties<</OCGs[130 0 R]/D<<>>>>' +
    '/StructTreeRoot 140 0 R/MarkInfo<</Marked true>>',
  pages: [
    {
      content: 'BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET',
      entries: `/Annots ${LIST}/StructParents 0/Tabs/S/Thumb 400 0 R`,
    },
  ],
  more: [
    { number: 100, body: `<<${WIDGET}/FT/Tx/T(amount)/Rect[9 9 99 29]>>` },
    { number: 101, body: '<</Type/SigFieldLock/Action/Include/Fields[(amount)(person)]>>' },
    { number: 102, body: `<<${WIDGET}/FT/Sig/T(approval)/Rect[9 109 99 159]/Lock 101 0 R>>` },
    { number: 103, body: `<<${WIDGET}/FT/Tx/T(name)/Rect[9 39 99 59]/V(Eleni)/AP<</N 104 0 R>>>>` },
    { number: 104, body: saying('Eleni') },
    {
      number: 105,
      body: `<<${WIDGET}/FT/Btn/T(agree)/Rect[9 69 29 89]/V/Off/AS/Off/AP<</N<</Yes 108 0 R/Off 109 0 R>>>>>>`,
    },
    { number: 106, body: '<</T(person)/Kids[107 0 R]>>' },
    { number: 107, body: `<<${WIDGET}/FT/Tx/T(city)/Rect[109 9 199 29]/Parent 106 0 R>>` },
    { number: 108, body: look('0 0 90 20 re f') },
    { number: 109, body: look('0 0 90 20 re S') },
    {
      number: 110,
      body: '<</Fields[100 0 R 102 0 R 103 0 R 105 0 R 106 0 R]/DR<</Font<</F1 3 0 R>>>>/DA(/F1 9 Tf)>>',
    },
    { number: 120, body: metadata('<a/>') },
    { number: 130, body: '<</Type/OCG/Name(Layer)>>' },
    { number: 140, body: '<</Type/StructTreeRoot/K 141 0 R/ParentTree 142 0 R/ParentTreeNextKey 1>>' },
    { number: 141, body: '<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[0]>>' },
    { number: 142, body: '<</Nums[0[141 0 R]]>>' },
    {
      number: 150,
      body: '<</Type/Annot/Subtype/Square/Rect[70 690 300 730]/IC[1 1 1]/C[1 1 1]/AP<</N 151 0 R>>/F 4>>',
    },
    { number: 151, body: look('1 g 0 0 90 20 re f') },
    { number: 160, body: '<</Producer(Some writer)/ModDate(D:20260101000000Z)/Title(Contract)>>' },
    { number: 170, body: saying('nothing leads here') },
  ],
});

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The body of an object as it was last written in a file whose objects are not packed. */
export function bodyOf(file: Uint8Array, number: number): string {
  const text = latin1(file);
  const at = text.lastIndexOf(`\n${number} 0 obj`);
  const end = text.indexOf('endobj', at);
  if (at < 0 || end < 0) throw new Error(`no object ${number}`);
  return text.slice(at + `\n${number} 0 obj`.length, end).trim();
}

/** An update that replaces or adds objects. */
export const updated = (file: Uint8Array, objects: TestObject[], trailer = ''): Uint8Array =>
  appendUpdate(file, { kind: 'table', objects, trailer: `/Info 160 0 R/ID[<01><02>]${trailer}` });

/** An object with its body changed. */
export function edited(file: Uint8Array, number: number, edit: (body: string) => string): TestObject {
  const body = bodyOf(file, number);
  const changed = edit(body);
  if (changed === body) throw new Error(`object ${number} is as it was`);
  return { number, body: changed };
}

/** A dictionary with more entries at its end. */
export const more = (file: Uint8Array, number: number, entries: string): TestObject =>
  edited(file, number, (body) => body.replace(/>>$/, `${entries}>>`));

/** The page with more annotations. */
export const annotated = (file: Uint8Array, ...numbers: number[]): TestObject =>
  edited(file, 4, (body) =>
    body.replace(
      /\/Annots ?\[([^\]]*)\]/,
      (_, list: string) => `/Annots[${list} ${numbers.map((n) => `${n} 0 R`).join(' ')}]`,
    ),
  );

/** The form with more fields. */
export const withFields = (file: Uint8Array, ...numbers: number[]): TestObject =>
  edited(file, 110, (body) =>
    body.replace(
      /\/Fields ?\[([^\]]*)\]/,
      (_, list: string) => `/Fields[${list} ${numbers.map((n) => `${n} 0 R`).join(' ')}]`,
    ),
  );
