import { inherited } from '../../inspect/inherited.ts';
import { acroForm } from '../../revisions/form.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';

/** What a default appearance says (§12.7.4.3). */
export interface DefaultAppearance {
  /** The font's name among the form's resources; '' where it names none. */
  name: string;
  /** 0: as the field has room for. */
  points: number;
  /** The operator that sets the colour. */
  colour: string;
}

/** Of a field, or of its form. */
export function defaultAppearance({ pdf }: Copying, dict: PdfDict): DefaultAppearance {
  const given = pdf.resolve(inherited(pdf, dict, 'DA') ?? acroForm(pdf)?.entries.get('DA'));
  const said = given?.type === 'string' ? latin1(pdf.stringBytes(given, 1000)) : '';
  const [, name = '', size = '0'] = /\/([^\s/]+)\s+([\d.]+)\s+Tf/.exec(said) ?? [];
  const [colour = '0 g'] = /(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/.exec(said) ?? [];
  return { name, points: Number.parseFloat(size) || 0, colour };
}
