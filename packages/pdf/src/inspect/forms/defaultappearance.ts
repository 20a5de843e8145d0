import { Operands } from '../../content/operands.ts';
import { Tokens } from '../../content/tokens.ts';
import { acroForm } from '../../revisions/form.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { inherited } from '../inherited.ts';

/** Bytes that are read. */
const LONGEST = 1000;

/** What a default appearance says (§12.7.4.3). */
export interface DefaultAppearance {
  /** The font's name among the form's resources; '' where it names none. */
  name: string;
  /** 0: as the field has room for. */
  points: number;
  /** The operator that sets the colour, and its numbers. */
  colour: { operator: 'g' | 'rg' | 'k'; parts: number[] };
}

/** Components of the colours that operators set. */
const COMPONENTS = { g: 1, rg: 3, k: 4 } as const;

const isColour = (operator: string): operator is keyof typeof COMPONENTS =>
  Object.hasOwn(COMPONENTS, operator);

/** Of a field, or of its form: what its operators have set when all are done, in numbers and names of ours. */
export function defaultAppearance(pdf: Pdf, dict: PdfDict): DefaultAppearance {
  const given = pdf.resolve(inherited(pdf, dict, 'DA') ?? acroForm(pdf)?.entries.get('DA'));
  const bytes = given?.type === 'string' ? pdf.stringBytes(given, LONGEST) : new Uint8Array(0);
  pdf.spend(bytes.length);
  const operands = new Operands();
  const tokens = new Tokens(bytes, operands, { ambiguous: () => {} });
  const said: DefaultAppearance = { name: '', points: 0, colour: { operator: 'g', parts: [0] } };
  for (; tokens.next(); operands.count = 0) {
    const operator = latin1(bytes, tokens.start, tokens.pos);
    const from = operands.numbers(isColour(operator) ? COMPONENTS[operator] : 1);
    if (from < 0) continue;
    if (operator === 'Tf') {
      said.name = tokens.name(from - 1);
      said.points = Math.max(0, operands.at(from));
    } else if (isColour(operator)) {
      const parts = Array.from({ length: operands.count - from }, (_, at) => operands.at(from + at));
      said.colour = { operator, parts };
    }
  }
  return said;
}
