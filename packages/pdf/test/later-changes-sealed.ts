import { sealed, signedDocument, type TestObject, updated } from '@websign/testkit';
import { type LaterChanges, type Limits, laterChangesOf, signatureFields } from '../src/index.ts';
import { instead, saying } from './later-changes-objects.ts';
import { expectSound } from './later-changes-support.ts';
import { open } from './support.ts';

export const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
const SUB_FILTERS = { Sig: 'adbe.pkcs7.detached', DocTimeStamp: 'ETSI.RFC3161' };
export const value = (number = 310, type: keyof typeof SUB_FILTERS = 'Sig'): TestObject => ({
  number,
  body: `<</Type/${type}/SubFilter/${SUB_FILTERS[type]}${SLOT}>>`,
});

/** The file with its empty field signed by nobody, and whatever else. */
export const signed = (file: Uint8Array, ...more: TestObject[]): Uint8Array =>
  sealed(updated(file, [instead(102, { '>>': '/V 310 0 R>>' }), ...more, value()]));
/** The same with one more field, which is signed. */
export const further = (
  file: Uint8Array,
  name = 'second',
  type: keyof typeof SUB_FILTERS = 'Sig',
): Uint8Array =>
  sealed(
    updated(file, [
      instead(110, { '/Fields[': '/Fields[320 0 R ' }, file),
      { number: 320, body: `<</FT/Sig/T(${name})/V 330 0 R>>` },
      value(330, type),
    ]),
  );

export const document = signedDocument();
export const once = signed(document);

export function found(file: Uint8Array, limits: Partial<Limits> = {}): Record<string, LaterChanges> {
  const pdf = open(file, limits);
  const all = Object.fromEntries(laterChangesOf(pdf, signatureFields(pdf)));
  for (const one of Object.values(all)) expectSound(one);
  return all;
}
/** After the first field to sign. */
export const only = (file: Uint8Array, limits: Partial<Limits> = {}): LaterChanges | undefined =>
  new Map(Object.entries(found(file, limits))).get('approval');
/** What is told after each signature: revision, reason or rule, words and object of each change. */
export const told = (file: Uint8Array, limits: Partial<Limits> = {}): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(found(file, limits)).map(([name, { changes }]) => [
      name,
      changes.map(({ revision, rule, reason, what, object }) =>
        [revision, reason ?? rule, what, ...(object === undefined ? [] : [object])].join(' '),
      ),
    ]),
  );

export const lines = (file: Uint8Array): string[] =>
  new Map(Object.entries(told(file))).get('approval') ?? [];

/** Another name in the field that had one, and in its look. */
export const renamed = (file: Uint8Array, name = 'Nikos'): TestObject[] => [
  instead(103, { '(Eleni)': `(${name})` }, file),
  { number: 104, body: saying(name) },
];
