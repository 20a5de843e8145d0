import type { Pdf } from '../syntax/pdf.ts';
import { Update } from '../write/update.ts';
import { isModern } from './accessible.ts';
import { admit, admitTimeStamp, readDocument } from './admit.ts';
import { signatureDictionary, timeStampDictionary } from './dictionary.ts';
import { addToStore } from './dss.ts';
import { editDictAt } from './edit.ts';
import type { DocTimeStampOptions, Prepared, SignatureOptions } from './face.ts';
import { fillField, newField, type Signing, timeStampField } from './field.ts';
import { fieldFor } from './filling.ts';
import { catalogOf } from './form.ts';
import { seal } from './seal.ts';

/**
 * Prepares an incremental update with a PAdES signature whose CMS is still missing. The original stays an
 * exact prefix. Throws {@link PdfError} where the document or the options do not allow it.
 */
export async function prepareSignature(pdf: Pdf, wanted: SignatureOptions): Promise<Prepared> {
  const document = readDocument(pdf);
  const named = fieldFor(pdf, document, wanted);
  const options: SignatureOptions = named === undefined ? wanted : { ...wanted, field: named };
  admit(pdf, document, options);
  const update = new Update(pdf);
  const signature = update.allocate();
  const signing: Signing = { pdf, update, document, options, signature };
  const { field, mdp } =
    options.field === undefined ? await newField(signing) : await fillField(signing, options.field);
  editCatalog(signing);
  if (options.material !== undefined) addToStore(pdf, update, options.material);
  const dictionary = signatureDictionary(options, reference(pdf, options, mdp));
  return seal(pdf, update, { field, number: signature, dictionary }, options);
}

/**
 * Prepares an update with a document time-stamp (EN 319 142-1 §5.4.3) whose token is still missing: `embed` takes it
 * as the CMS of a signature. Signatures and locks permit it whatever they forbid (ISO 32000-2 §12.8.2.2).
 */
export function prepareDocTimeStamp(pdf: Pdf, options: DocTimeStampOptions): Prepared {
  const document = readDocument(pdf);
  admitTimeStamp(pdf, document, options);
  const update = new Update(pdf);
  const number = update.allocate();
  const field = timeStampField(pdf, update, document, number);
  const dictionary = timeStampDictionary(options.contentsBytes);
  return seal(pdf, update, { field, number, dictionary }, options);
}

/** Below PDF 2.0 the first signature declares ETSI's extension, later ones never. */
function editCatalog({ pdf, update, document, options, signature }: Signing): void {
  const owner = catalogOf(pdf);
  const extensions = pdf.dict(owner.dict.entries.get('Extensions'));
  if (document.signed.length === 0 && !isModern(pdf) && extensions?.entries.has('ESIC') !== true) {
    const esic = '<</BaseVersion/1.7/ExtensionLevel 1>>';
    editDictAt(pdf, update, owner, 'Extensions', new Map([['ESIC', esic]]));
  }
  if (options.certify !== undefined) {
    editDictAt(pdf, update, owner, 'Perms', new Map([['DocMDP', `${signature} 0 R`]]));
  }
}

/** /Reference: no digest entries, which PDF/A forbids and ISO 32000-2 deprecates. */
function reference(pdf: Pdf, options: SignatureOptions, mdp: string | undefined): string | undefined {
  const { number, generation } = pdf.rootRef;
  const one = (method: string, params: string, data = ''): string =>
    `<</Type/SigRef/TransformMethod/${method}/TransformParams<</Type/TransformParams${params}/V/1.2>>${data}>>`;
  const all: string[] = [];
  if (options.certify !== undefined) all.push(one('DocMDP', `/P ${options.certify}`));
  if (mdp !== undefined) all.push(one('FieldMDP', mdp, `/Data ${number} ${generation} R`));
  return all.length === 0 ? undefined : `[${all.join('')}]`;
}
