import type { FontMetrics } from './types.ts';

/** Longer texts are cut: no stamp has room for them, and measuring stays cheap. */
const longestText = 600;
/** Marks on one letter: polytonic Greek takes three, and no script of ours more. */
const mostMarks = 4;

const space = /^\s$/u;
const mark = /^\p{M}$/u;
/** Direction marks, joiners, soft hyphens, tags: all that is nothing to see. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const control = /^\p{Cc}$/u;

/**
 * The text as it can be shown with a font: composed (NFC), white space folded, controls and invisible
 * characters taken out, and every character that the font lacks made visible as a replacement character, so
 * that nothing is dropped without a trace and no direction mark reorders a name.
 */
export function displayable(text: string, metrics: FontMetrics): string {
  const replacement = metrics.advance(0xfffd) === undefined ? '?' : '\ufffd';
  const characters = [
    ...text
      .slice(0, longestText * 4)
      .toWellFormed()
      .normalize('NFC'),
  ];
  let shown = '';
  let marks = mostMarks; // a mark needs a letter to stand on
  for (const character of characters.slice(0, longestText)) {
    if (invisible.test(character)) continue;
    if (space.test(character) || control.test(character)) {
      shown += ' ';
      marks = mostMarks;
    } else if (mark.test(character)) {
      if (marks === mostMarks) shown += replacement;
      else if (marks < mostMarks) shown += glyphFor(character, metrics, replacement);
      marks++;
    } else {
      shown += glyphFor(character, metrics, replacement);
      marks = 0;
    }
  }
  const cut = characters.length > longestText ? ellipsis(metrics) : '';
  return shown.replace(/ +/g, ' ').trim() + cut;
}

/** The sign that something was left out. */
export function ellipsis(metrics: FontMetrics): string {
  return metrics.advance(0x2026) === undefined ? '...' : '…';
}

function glyphFor(character: string, metrics: FontMetrics, replacement: string): string {
  return metrics.advance(character.codePointAt(0) ?? 0) === undefined ? replacement : character;
}
