import { bodyOf, signedDocument, streamBody, type TestObject, updated } from '@websign/testkit';
import type { LaterChanges } from '../src/index.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

/** The document that is signed in these tests, before that. */
export const document = signedDocument();
export const PAY = 'BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET';

/** An object of the document with parts of its body exchanged. */
export function instead(
  number: number,
  parts: Readonly<Record<string, string>>,
  file: Uint8Array = document,
): TestObject {
  let body = bodyOf(file, number);
  for (const [from, to] of Object.entries(parts)) {
    if (!body.includes(from)) throw new Error(`object ${number} has no ${from}`);
    body = body.replace(from, () => to);
  }
  return { number, body };
}

/** A form XObject as large as a field. */
export const look = (content: string, resources = '/Font<</F1 3 0 R>>'): Uint8Array =>
  streamBody(content, `/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<<${resources}>>`);
export const saying = (text: string): Uint8Array => look(`BT /F1 9 Tf 2 4 Td (${text}) Tj ET`);

/** What `changed` changes in the document that was signed with `objects`, of which the last of a number counts. */
export async function changesBy(
  objects: readonly TestObject[],
  changed: readonly TestObject[] | ((signed: Uint8Array) => TestObject[]),
  options: Parameters<typeof sign>[1] = {},
): Promise<LaterChanges['changes']> {
  const own = new Map(objects.map((object) => [object.number, object]));
  const signed = await sign(updated(document, [...own.values()]), options);
  const objectsAfter = typeof changed === 'function' ? changed(signed) : [...changed];
  return changesOf(updated(signed, objectsAfter))?.changes ?? [];
}

/** As {@link changesBy}: reasons, or rules where there are none. */
export const told = async (...parts: Parameters<typeof changesBy>): Promise<string[]> =>
  (await changesBy(...parts)).map(({ reason, rule }) => reason ?? rule);
