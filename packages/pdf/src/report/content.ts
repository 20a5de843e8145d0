import { format } from '../sign/appearance/index.ts';
import type { Colour, FontName, ReportPage, Rule, Run } from './pages.ts';

export type Glyphs = Readonly<Record<FontName, (character: string) => number>>;

/** What is no part of the text (ISO 32000-2 §14.8.2.2). */
const DECORATION = '/Artifact <</Type/Layout>> BDC';
const FOOTER = '/Artifact <</Type/Pagination/Subtype/Footer>> BDC';

/**
 * The content stream of a page; marks what it draws and tells the elements so. Rules and footers are
 * artifacts.
 */
export function contentOf(page: ReportPage, index: number, glyphs: Glyphs): string {
  const lines = page.rules.map(ruleOf);
  let next = 0;
  for (const run of page.runs) {
    const { element } = run;
    if (element === undefined) {
      lines.push(FOOTER, textOf(run, glyphs), 'EMC');
    } else {
      const mcid = next++;
      element.marks.push({ page: index, mcid });
      lines.push(`/${element.role} <</MCID ${mcid}>> BDC`, textOf(run, glyphs), 'EMC');
    }
  }
  return `${lines.join('\n')}\n`;
}

const colourOf = (colour: Colour): string => colour.map(format).join(' ');

const ruleOf = ({ x, y, width, height, colour }: Rule): string =>
  `${DECORATION}\n${colourOf(colour)} rg ${[x, y, width, height].map(format).join(' ')} re f\nEMC`;

function textOf({ text, font, size, colour, x, y }: Run, glyphs: Glyphs): string {
  const codes = Array.from(text, (character) => glyphs[font](character).toString(16).padStart(4, '0')).join(
    '',
  );
  return (
    `BT /${font} ${format(size)} Tf ${colourOf(colour)} rg ` +
    `1 0 0 1 ${format(x)} ${format(y)} Tm <${codes}> Tj ET`
  );
}
