import { streamBody } from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import { alone, attack, FORM, line, note } from './forms-document.ts';

/** Annotations whose look depends on who draws them, and when (ISO 32000-2 §12.5.5). */
export const noteAttacks: readonly Attack[] = [
  note('a link with a look', ['ambiguous_syntax'], '/Subtype/Link/Border[0 0 0]', line('PRICE 9000')),
  note('a popup with a look', ['ambiguous_syntax'], '/Subtype/Popup', line('PRICE 9000')),
  note('a note of no type with a look', ['ambiguous_syntax'], '', line('PRICE 9000')),
  alone('an invisible stamp, which some readers show', ['ambiguous_syntax'], {
    entries: '/Subtype/Stamp',
    flags: 5,
    look: line('PRICE 9000'),
    note: true,
  }),
  alone('a stamp that vanishes under the mouse', ['conditional_annotation'], {
    entries: '/Subtype/Stamp',
    flags: 260,
    look: line('PRICE 9000'),
    note: true,
  }),
  alone('a stamp of states of which none is named', ['ambiguous_syntax'], {
    entries: '/Subtype/Stamp',
    states: { On: line('PRICE 9000') },
    note: true,
  }),
  alone('a stamp of states, off where none is named', ['ambiguous_syntax'], {
    entries: '/Subtype/Stamp',
    states: { Off: line('PRICE 9000') },
    note: true,
  }),
  alone('a stamp of a state that it lacks', ['ambiguous_syntax'], {
    entries: '/Subtype/Stamp/AS/Else',
    states: { On: line('PRICE 9000') },
    note: true,
  }),
  note(
    'a text box without a look',
    ['ambiguous_syntax'],
    '/Subtype/FreeText/Contents(PRICE 9000)/DA(/Helv 9 Tf)',
  ),
  note(
    'a caption of a line without a look',
    ['ambiguous_syntax'],
    '/Subtype/Line/L[72 700 99 700]/Cap true/Contents(9000)',
  ),
  note('a redaction that was not carried out', ['ambiguous_syntax'], '/Subtype/Redact', line('x')),
  note('a redaction without a look', ['ambiguous_syntax'], '/Subtype/Redact/OverlayText(9000)'),
  note('a stamp without a look', ['ambiguous_syntax'], '/Subtype/Stamp/Name/Approved'),
  note(
    'a text box that says something else than it shows',
    ['field_value_differs'],
    '/Subtype/FreeText/Contents(price 9000)/DA(/Helv 9 Tf)',
    line('price 1000'),
  ),
  note(
    'a watermark that stands elsewhere on paper',
    ['conditional_annotation'],
    '/Subtype/Watermark/FixedPrint<</Type/FixedPrint/Matrix[1 0 0 1 -500 -500]/H 1/V 1>>',
    line('PRICE 9000'),
  ),
  attack('a stamp with another look under the mouse', ['conditional_annotation'], {
    widgets: [{ entries: '/Subtype/Stamp/AP<</N 300 0 R/R 301 0 R>>', note: true }],
    more: [
      { number: 300, body: streamBody(line('PRICE 1000'), FORM) },
      { number: 301, body: streamBody(line('PRICE 9000'), FORM) },
    ],
  }),
  attack('a stamp with a cover under the mouse', ['conditional_annotation'], {
    widgets: [{ entries: '/Subtype/Stamp/AP<</N 300 0 R/D 301 0 R>>', note: true }],
    more: [
      { number: 300, body: streamBody('', FORM) },
      { number: 301, body: streamBody('1 g 0 0 200 20 re f', FORM) },
    ],
  }),
  attack('a stamp whose look has no box', ['ambiguous_syntax'], {
    widgets: [{ entries: '/Subtype/Stamp/AP<</N 300 0 R>>', note: true }],
    more: [{ number: 300, body: streamBody(line('PRICE 9000'), FORM.replace(/\/BBox\[[^\]]*\]/, '')) }],
  }),
  attack('a stamp whose look has an empty box', ['hidden_annotation'], {
    widgets: [{ entries: '/Subtype/Stamp/AP<</N 300 0 R>>', note: true }],
    more: [{ number: 300, body: streamBody(line('PRICE 9000'), FORM.replace('200 20', '0 0')) }],
  }),
];

/** Notes as everyday programs write them. */
export const harmlessNotes: readonly Attack[] = [
  note('a link with a border for a look', [], '/Subtype/Link', '0 0 200 20 re S'),
  attack('a note that looks the same under the mouse', [], {
    widgets: [{ entries: '/Subtype/Text/AP<</N 300 0 R/R 301 0 R>>', note: true }],
    more: [
      { number: 300, body: streamBody('.9 g 0 0 20 20 re f', FORM) },
      { number: 301, body: streamBody('.8 g 0 0 20 20 re f', FORM) },
    ],
  }),
  note('a text box', [], '/Subtype/FreeText/Contents(price\\r1000)/DA(/Helv 9 Tf)', line('price 1000')),
  note(
    'a text box of words that readers draw',
    [],
    '/Subtype/FreeText/Contents(Seen, page 12)/DA(/Helv 9 Tf)',
  ),
  note(
    'a watermark at its place on paper',
    [],
    '/Subtype/Watermark/FixedPrint<</Type/FixedPrint/Matrix[1 0 0 1 72 700]>>',
    line('DRAFT'),
  ),
];
