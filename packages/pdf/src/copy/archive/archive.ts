import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import type { PdfPorts } from '../../ports.ts';
import { openPdf } from '../../syntax/open.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { Colours } from './colours.ts';
import { Contents } from './contents.ts';
import { judgeFont } from './font.ts';
import { judgeObject } from './objects.ts';
import type { Obstacle } from './obstacles.ts';

/**
 * What keeps a copy, as it is written, from being PDF/A-2u; nothing where fonts, colours and all else allow it. What is not
 * known counts as an obstacle. `components`: of the profile that says what colours of devices mean.
 */
export function obstaclesIn(
  bytes: Uint8Array,
  ports: PdfPorts,
  limits: Limits,
  components: number,
): ReadonlySet<Obstacle> {
  const found = new Set<Obstacle>();
  try {
    look(openPdf(bytes, ports, limits), components, found);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    found.add('unread');
  }
  return found;
}

function look(pdf: Pdf, components: number, found: Set<Obstacle>): void {
  const tell = (obstacle: Obstacle): void => {
    found.add(obstacle);
  };
  const colours = new Colours(pdf, components, tell);
  const contents = new Contents(pdf, colours, tell);
  for (let number = 1; number <= pdf.index.highest; number++) {
    const value = pdf.object(number)?.value;
    if (value === undefined) continue;
    judgeObject(pdf, value, colours, tell);
    contents.read(value);
  }
  for (const use of contents.fonts.values()) judgeFont(pdf, use, tell);
}
