import { streamBody } from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import { alone, attack, box, group, line, option, radio, stacked, text, tick } from './forms-document.ts';
import { harmlessNotes, noteAttacks } from './notes.ts';

/** Fields and annotations that show another thing than they hold (ISO 32000-2 §12.7, §12.5). */
export const formAttacks: readonly Attack[] = [
  alone('a text field that shows another value', ['field_value_differs'], {
    entries: text('Sum', '100 euro'),
    look: line('900 euro'),
  }),
  alone('a password that shows an amount', ['field_value_differs'], {
    entries: `${text('Sum', '9000')}/Ff 8192`,
    look: line('1000'),
  }),
  alone('a password that shows asterisks, and holds an amount', ['hidden_field'], {
    entries: `${text('Sum', '9000')}/Ff 8192`,
    look: line('****'),
  }),
  attack('a value of an ancestor, shown otherwise', ['field_value_differs'], {
    widgets: [{ entries: '/Parent 300 0 R/T(Kid)', look: line('2') }],
    more: [{ number: 300, body: '<</FT/Tx/T(Sum)/V(1)/Kids[200 0 R]>>' }],
  }),
  alone('text that is shown where nothing is held', ['field_value_differs'], {
    entries: text('Sum', ''),
    look: line('900 euro'),
  }),
  alone('what is held stands there in invisible text', ['field_value_differs'], {
    entries: text('Sum', '100'),
    look: `BT 3 Tr /Helv 12 Tf (100) Tj ET ${line('900').replace('BT', 'BT 0 Tr')}`,
  }),
  alone('a value that a picture stands for', ['hidden_field'], {
    entries: text('Name', 'Anna'),
    look: '0 g 2 2 m 8 2 9 9 4 9 c h f',
  }),
  alone('rich text that says something else', ['field_value_differs'], {
    entries: `${text('Sum', '100')}/Ff 33554432/RV(<body><p>9&#48;0</p></body>)`,
    look: line('100'),
  }),
  alone('another option is marked than is held', ['field_value_differs'], {
    entries: `${option}/V(GR)/I[1]`,
    look: line('Greece'),
  }),
  alone('a list that shows what it has not', ['field_value_differs'], {
    entries: '/FT/Ch/T(Colour)/TI 1/Opt[(Red)(Blue)]/V(Blue)',
    look: line('Green'),
  }),
  attack('two fields of one name', ['field_value_differs'], {
    widgets: [
      { entries: text('Sum', '1'), look: line('1') },
      { entries: text('Sum', '2'), rect: '[72 600 272 620]', look: line('2') },
    ],
  }),
  attack('a widget that the form does not reach', ['field_value_differs'], {
    widgets: [
      { entries: text('Sum', '1'), look: line('1') },
      { entries: text('Stray', '2'), rect: '[72 600 272 620]', look: line('3'), stray: true },
    ],
  }),
  alone('another text, and the value cut off', ['field_value_differs'], {
    entries: text('Sum', '100'),
    look: 'BT /Helv 12 Tf 2 6 Td (900) Tj 0 -50 Td (100) Tj ET',
  }),
  attack('a value in a stream, shown otherwise', ['field_value_differs'], {
    widgets: [{ entries: '/FT/Tx/T(Sum)/V 300 0 R', look: line('900 euro') }],
    more: [{ number: 300, body: streamBody('100 euro') }],
  }),
  alone('a combo box that shows another option', ['field_value_differs'], {
    entries: `${option}/V(GR)`,
    look: line('Cyprus'),
  }),
  alone('a ticked box that holds nothing', ['field_value_differs'], box('/V/Off/AS/Yes')),
  alone('a box that holds a tick and shows none', ['field_value_differs'], box('/V/Yes/AS/Off')),
  alone(
    'a box whose looks are exchanged',
    ['field_value_differs'],
    box('/V/Off/AS/Off', { Off: tick, Yes: '' }),
  ),
  attack(
    'radio buttons of which another one is set',
    ['field_value_differs'],
    group('c1', radio('Off', 1), radio('c2', 2)),
  ),
  alone('a hidden field with a value', ['hidden_field'], {
    entries: text('Secret', 'I owe'),
    flags: 2,
    look: line('I owe'),
  }),
  alone('a field that is only printed', ['hidden_field'], {
    entries: text('Secret', 'I owe'),
    flags: 36,
    look: line('I owe'),
  }),
  alone('a field of no size', ['hidden_field'], {
    entries: text('Secret', 'I owe'),
    rect: '[72 700 72 700]',
    look: line('I owe'),
  }),
  alone('a field beside the page', ['hidden_field'], {
    entries: text('Secret', 'I owe'),
    rect: '[900 700 1100 720]',
    look: line('I owe'),
  }),
  alone('a field on no page', ['hidden_field'], { entries: text('Secret', 'I owe'), apart: true }),
  alone('a field whose appearance is empty', ['hidden_field'], {
    entries: text('Secret', 'I owe'),
    look: '1 g 0 0 200 20 re f',
  }),
  attack('fields that readers draw anew', ['stale_appearances'], {
    widgets: [{ entries: text('Sum', '100'), look: line('900') }],
    entries: '/NeedAppearances true',
  }),
  alone('a value without an appearance', ['stale_appearances'], { entries: text('Sum', '100') }),
  attack('a field over another one', ['overlapping_fields'], { widgets: stacked('100 euro') }),
  alone('a stamp that is only printed', ['conditional_annotation'], {
    entries: '/Subtype/Stamp',
    flags: 36,
    look: line('VOID'),
    note: true,
  }),
  alone('a text that is not printed', ['conditional_annotation'], {
    entries: '/Subtype/FreeText/Contents(Draft)/DA(/Helv 12 Tf)',
    flags: 0,
    look: line('Draft'),
    note: true,
  }),
  alone('a stamp beside the page', ['hidden_annotation'], {
    entries: '/Subtype/Stamp',
    rect: '[900 700 1100 720]',
    look: line('VOID'),
    note: true,
  }),
  alone('a hidden note', ['hidden_annotation'], {
    entries: '/Subtype/Text/Contents(Not for them)',
    flags: 2,
    note: true,
  }),
  alone('a field with a value that is not printed', ['conditional_annotation'], {
    entries: text('Sum', '100 euro'),
    flags: 0,
    look: line('100 euro'),
  }),
  alone('a value that is cut off within its line', ['field_value_differs'], {
    entries: text('Sum', '1000 EUR for 9000 months'),
    look: 'q 0 0 62 20 re W n BT /Helv 12 Tf 2 6 Td (1000 EUR for 9000 months) Tj ET Q',
  }),
  alone('a value of which a strip is left', ['hidden_field'], {
    entries: text('Sum', '9000'),
    look: 'q 0 0 200 5 re W n BT /Helv 12 Tf 2 4 Td (9000) Tj ET Q',
  }),
  alone('a small value beside an outline of another', ['hidden_field'], {
    entries: text('Sum', '9000'),
    look: 'BT /Helv 2 Tf 2 6 Td (9000) Tj ET 0 g 42 2 m 48 2 49 9 44 9 c h f',
  }),
  alone('a pale value beside an outline of another', ['hidden_field'], {
    entries: text('Sum', '9000'),
    look: 'BT /Helv 12 Tf .85 g 2 6 Td (9000) Tj ET 0 g 42 2 m 48 2 49 9 44 9 c h f',
  }),
  alone('an option that is sent as another amount', ['field_value_differs'], {
    entries: '/FT/Ch/Ff 131072/T(Sum)/Opt[[(9000)(1000 EUR)][(10)(Ten)]]/V(9000)',
    look: line('1000 EUR'),
  }),
  alone('a value field of states without one that is named', ['field_value_differs', 'ambiguous_syntax'], {
    entries: text('Sum', '100'),
    states: { On: line('900') },
  }),
  ...noteAttacks,
];

/** Everyday forms that look like the attacks. */
export const harmlessForms: readonly Attack[] = [
  alone('a text field', [], { entries: text('Sum', '100 euro'), look: line('100 euro') }),
  alone('a text in several lines', [], {
    entries: `${text('Where', 'First line\\nsecond line')}/Ff 4096`,
    look: 'BT /Helv 9 Tf 2 12 Td (First line) Tj 0 -10 Td (second line) Tj ET',
  }),
  alone('more lines than the field is high', [], {
    entries: `${text('Where', 'one\\ntwo\\nthree')}/Ff 4096`,
    look: 'BT /Helv 9 Tf 2 11 Td (one) Tj 0 -10 Td (two) Tj 0 -10 Td (three) Tj ET',
  }),
  attack('a value in a stream', [], {
    widgets: [{ entries: '/FT/Tx/T(Sum)/V 300 0 R', look: line('100 euro') }],
    more: [{ number: 300, body: streamBody('100 euro') }],
  }),
  alone('a comb', [], {
    entries: `${text('Number', '1234')}/Ff 16777216/MaxLen 4`,
    look: 'BT /Helv 12 Tf 2 6 Td (1) Tj 50 0 Td (2) Tj 50 0 Td (3) Tj 50 0 Td (4) Tj ET',
  }),
  alone('an empty field', [], { entries: text('Sum', ''), look: '/Tx BMC EMC' }),
  alone('an empty field without an appearance', [], { entries: text('Sum', '') }),
  alone('a password that holds nothing', [], {
    entries: `${text('Password', '')}/Ff 8192`,
    look: line('******'),
  }),
  alone('a value in characters that the font lacks', [], {
    entries: '/FT/Tx/T(Name)/V<FEFF039503BB03AD03BD03B7>',
    look: line('?????'),
  }),
  alone('a pale value on a dark ground', [], {
    entries: text('Sum', '9000'),
    look: `0 g 0 0 200 20 re f ${line('9000').replace('0 g', '.9 g')} 1 g 99 2 m 98 2 99 9 94 9 c h f`,
  }),
  alone('an option that is sent as its code', [], {
    entries: '/FT/Ch/Ff 131072/T(Sum)/Opt[[(17)(1000 EUR)]]/V(17)',
    look: line('1000 EUR'),
  }),
  alone('an Arabic value, written in the order of its looks', [], {
    entries: '/FT/Tx/T(Name)/V<FEFF063306440627064500200034>',
    look: 'BT /Helv 12 Tf 2 6 Td (4 ) Tj /Arab 12 Tf (ABCD) Tj ET',
  }),
  alone('a picture in a field that holds nothing', [], {
    entries: text('Picture', ''),
    look: '0 g 2 2 m 8 2 9 9 4 9 c h f',
  }),
  alone('a combo box', [], { entries: `${option}/V(GR)`, look: line('Greece') }),
  alone('a combo box that holds what it shows', [], { entries: `${option}/V(Greece)`, look: line('Greece') }),
  alone('a list with its options', [], {
    entries: '/FT/Ch/T(Colour)/Opt[(Red)(Blue)]/V(Blue)',
    look: 'BT /Helv 8 Tf 2 12 Td (Red) Tj 0 -9 Td (Blue) Tj ET',
  }),
  alone('a ticked box', [], box('/V/Yes/AS/Yes')),
  alone('an empty box', [], box('/AS/Off')),
  alone('a box whose states are numbered', [], box('/V(Agreed)/Opt[(Agreed)]/AS/0', { Off: '', 0: tick })),
  attack('radio buttons', [], group('c2', radio('Off', 1), radio('c2', 2))),
  attack('no radio button is set', [], group('Off', radio('Off', 1), radio('Off', 2))),
  alone('a hidden field without a value', [], { entries: text('Later', ''), flags: 2 }),
  alone('a hidden push button', [], { entries: '/FT/Btn/Ff 65536/T(Print)/V(x)', flags: 2 }),
  alone('an invisible signature field', [], {
    entries: '/FT/Sig/T(Signature)',
    rect: '[0 0 0 0]',
    flags: 132,
  }),
  attack('fields over fields that hold nothing', [], { widgets: stacked('') }),
  attack('fields side by side', [], {
    widgets: [
      { entries: text('Left', 'a'), look: line('a') },
      { entries: text('Right', 'b'), rect: '[268 700 400 720]', look: line('b') },
    ],
  }),
  attack('a value shown twice, once hidden', [], {
    widgets: [
      { entries: '/Parent 300 0 R', look: line('a') },
      { entries: '/Parent 300 0 R', flags: 2, look: line('a') },
    ],
    more: [{ number: 300, body: '<</FT/Tx/T(Twice)/V(a)/Kids[200 0 R 210 0 R]>>' }],
  }),
  alone('a link, hidden', [], { entries: '/Subtype/Link/Contents(there)', flags: 2, note: true }),
  alone('a printed stamp', [], { entries: '/Subtype/Stamp/Contents(Seen)', look: line('Seen'), note: true }),
  alone('a note that is not printed', [], { entries: '/Subtype/Text/Contents(Seen)', flags: 0, note: true }),
  ...harmlessNotes,
];
