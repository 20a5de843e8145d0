import { documentObjects, streamBody, type TestObject, writePdf } from '../pdf/index.ts';
import type { Attack } from './attack.ts';

/** A field, or another annotation, merged with its widget. Entries are written as they are. */
interface Widget {
  entries: string;
  /** `[72 700 272 720]` by default. */
  rect?: string;
  /** /F; 4 (Print) by default. */
  flags?: number;
  /** What its normal appearance draws; absent: it has none. */
  look?: string;
  /** Appearances by state instead. */
  states?: Record<string, string>;
  /** It stands on no page. */
  apart?: boolean;
  /** The form's /Fields leave it out. */
  stray?: boolean;
  /** An annotation that is no field. */
  note?: boolean;
}

interface Form {
  widgets: Widget[];
  /** More entries of the form's dictionary. */
  entries?: string;
  more?: TestObject[];
}

const FIRST = 200;
const RESOURCES = '/Resources<</Font<</Helv 102 0 R/ZaDb 103 0 R/Arab 104 0 R>>>>';
export const FORM = `/Type/XObject/Subtype/Form/BBox[0 0 200 20]${RESOURCES}`;
/** Letters of an Arabic word in the order in which they stand on paper from the left. */
const ARABIC = '/Encoding<</Type/Encoding/Differences[65/uni0645/uni0627/uni0644/uni0633]>>';
/** A line of text as viewers write it into a field of 200 by 20 points. */
export const line = (text: string): string => `/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td (${text}) Tj ET Q EMC`;
export const tick = 'q BT /ZaDb 12 Tf 0 g 2 6 Td (4) Tj ET Q';
export const text = (name: string, value: string): string =>
  `/FT/Tx/DA(/Helv 12 Tf 0 g)/T(${name})/V(${value})`;

function formFile({ widgets, entries = '', more = [] }: Form): TestObject[] {
  const objects = widgets.flatMap((widget, index) => widgetObjects(widget, FIRST + index * 10));
  const references = (wanted: (widget: Widget) => boolean): string =>
    widgets.flatMap((widget, index) => (wanted(widget) ? `${FIRST + index * 10} 0 R` : [])).join(' ');
  const fields = references(
    ({ note, stray, entries: own }) => note !== true && stray !== true && !own.includes('/Parent'),
  );
  const parents = more.filter(({ body }) => typeof body === 'string' && body.includes('/Kids'));
  const roots = [fields, ...parents.map(({ number }) => `${number} 0 R`)].join(' ');
  return documentObjects({
    catalog: '/AcroForm 101 0 R',
    pages: [{ entries: `/Annots[${references(({ apart }) => apart !== true)}]` }],
    more: [
      { number: 101, body: `<</Fields[${roots}]/DR<</Font<</Helv 102 0 R/ZaDb 103 0 R>>>>${entries}>>` },
      { number: 102, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
      { number: 103, body: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' },
      { number: 104, body: `<</Type/Font/Subtype/Type1/BaseFont/Naskh${ARABIC}>>` },
      ...objects,
      ...more,
    ],
  });
}

function widgetObjects(widget: Widget, number: number): TestObject[] {
  const { entries, rect = '[72 700 272 720]', flags = 4, look, states = {}, note } = widget;
  const looks = look === undefined ? Object.values(states) : [look];
  const names = Object.keys(states).map((state, at) => `/${state} ${number + at + 1} 0 R`);
  const normal = look === undefined ? `<<${names.join('')}>>` : `${number + 1} 0 R`;
  const appearance = looks.length === 0 ? '' : `/AP<</N ${normal}>>`;
  const subtype = note === true ? '' : '/Subtype/Widget';
  return [
    { number, body: `<</Type/Annot${subtype}/Rect${rect}/F ${flags}${appearance}${entries}>>` },
    ...looks.map((drawing, at) => ({
      number: number + at + 1,
      body: streamBody(drawing, FORM),
    })),
  ];
}

export const attack = (name: string, expect: string[], form: Form): Attack => ({
  name,
  bytes: (kind = 'table') => writePdf({ kind, objects: formFile(form) }),
  expect,
});
export const alone = (name: string, expect: string[], widget: Widget): Attack =>
  attack(name, expect, { widgets: [widget] });

/** An annotation that is no field. */
export const note = (name: string, expect: string[], entries: string, look?: string): Attack =>
  alone(name, expect, { entries, note: true, ...(look === undefined ? {} : { look }) });

export const option = '/FT/Ch/Ff 131072/T(Land)/Opt[[(GR)(Greece)][(CY)(Cyprus)]]';
export const radio = (as: string, kid: number): Widget => ({
  entries: `/Parent 300 0 R/AS/${as}`,
  rect: `[72 ${700 - kid * 30} 92 ${720 - kid * 30}]`,
  states: { Off: '', [`c${kid}`]: tick },
});
export const group = (value: string, ...widgets: Widget[]): Form => ({
  widgets,
  more: [
    {
      number: 300,
      body:
        `<</FT/Btn/Ff 49152/T(Choice)/V/${value}` +
        `/Kids[${widgets.map((_, at) => `${FIRST + at * 10} 0 R`).join(' ')}]>>`,
    },
  ],
});
export const box = (entries: string, states: Record<string, string> = { Off: '', Yes: tick }): Widget => ({
  entries: `/FT/Btn/T(Agreed)${entries}`,
  rect: '[72 700 92 720]',
  states,
});
export const stacked = (value: string): Widget[] => [
  { entries: text('Sum', value), look: value === '' ? '' : line(value) },
  { entries: text('Cover', ''), rect: '[70 698 274 722]', look: '1 g 0 0 200 20 re f' },
];
