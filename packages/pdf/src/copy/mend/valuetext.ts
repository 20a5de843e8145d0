import type { PdfValue } from '../../syntax/values.ts';
import { arrayText, dictText, nameText, numberText, stringText } from '../written.ts';
import type { LooseFile } from './loosefile.ts';

/** A value as it stands in the file, in the clear; a stream as its dictionary. */
export function valueText(file: LooseFile, value: PdfValue): string {
  switch (value.type) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'number':
      return numberText(value.value);
    case 'name':
      return nameText(value.value);
    case 'string':
      return stringText(file.stringBytes(value));
    case 'ref':
      return value.number >= 1 ? `${value.number} 0 R` : 'null';
    case 'array':
      return arrayText(value.items.map((item) => valueText(file, item)));
    case 'dict':
      return dictText([...value.entries].map(([key, item]) => [key, valueText(file, item)]));
    case 'stream':
      return valueText(file, value.dict);
  }
}
