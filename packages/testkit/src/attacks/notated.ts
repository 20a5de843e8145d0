import {
  documentObjects,
  streamBody,
  type TestDocument,
  type TestEncryption,
  type TestObject,
  writePdf,
  type XrefKind,
} from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import { type Choose, disguised } from './disguise.ts';

/** An attack that can be written in many notations. */
export interface Notated extends Attack {
  /** `choose` writes the same objects in another notation. */
  bytes(kind?: XrefKind, choose?: Choose, encryption?: TestEncryption): Uint8Array;
}

/** An object of an attack; with `data` it is a stream of which `body` holds the entries. */
export interface AttackObject {
  number: number;
  body: string;
  data?: string | Uint8Array;
}

/** A small document with something in it. Numbers from 100 up are free. */
export interface AttackDocument extends Omit<TestDocument, 'more'> {
  objects?: AttackObject[];
  /** More trailer entries. */
  trailer?: string;
}

export function attack(name: string, document: AttackDocument, ...expect: string[]): Notated {
  return {
    name,
    expect,
    bytes: (kind = 'table', choose, encryption) => {
      const { objects = [], trailer, ...rest } = document;
      const plain = documentObjects(rest).map((object) => ({
        ...object,
        body: typeof object.body === 'string' ? written(object.body, choose) : object.body,
      }));
      return writePdf({
        kind,
        objects: [...plain, ...objects.map((object) => attackObject(object, choose))],
        // A catalog and pages that only some readers see are another attack.
        hidden: objects.filter(({ data }) => data === undefined).map(({ number }) => number),
        ...(trailer === undefined ? {} : { trailer }),
        ...(encryption === undefined ? {} : { encryption }),
      });
    },
  };
}

function attackObject({ number, body, data }: AttackObject, choose: Choose | undefined): TestObject {
  if (data === undefined) return { number, body: written(body, choose) };
  const filter = choose?.(2) === 1 ? 'flate' : 'none';
  return { number, body: streamBody(data, written(body, choose), filter) };
}

const written = (body: string, choose: Choose | undefined): string =>
  choose === undefined ? body : disguised(body, choose);
