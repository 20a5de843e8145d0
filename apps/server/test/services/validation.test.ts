import type { Evidence, Validation } from '@websign/pades';
import type { Material, Missing, TrustAnchor } from '@websign/pki';
import { describe, expect, test } from 'vitest';
import type { Engine, ValidationInput } from '../../src/sandbox/engine.ts';
import { type Validating, validateDocument } from '../../src/services/validation/validate.ts';

const MIB = 1024 * 1024;
const nobody: Material = { certificates: [], ocsps: [], crls: [] };
const evidence: Evidence = {
  size: 1,
  sha256: '0'.repeat(64),
  revisions: [],
  signatures: [],
  leftOut: 0,
  store: { certificates: [], ocsps: [], crls: [] },
  names: ['a'],
};
const said: Validation = {
  verdict: 'indeterminate',
  signatures: [],
  leftOut: 0,
  missing: [],
  names: ['a'],
  used: nobody,
  at: 0,
};
const source = { length: 0, async *read() {} };
const crl = (name: string): Missing => ({ kind: 'crl', url: `http://ca.test/${name}.crl` });

/** A context whose engine answers as it is told: what strangers can make it ask for without end. */
function contextOf(
  validate: (input: ValidationInput, call: number) => Partial<Validation>,
  fetch: (missing: readonly Missing[]) => Promise<Material>,
  anchors: readonly (TrustAnchor & { name: string })[] = [],
) {
  const inputs: ValidationInput[] = [];
  const engine = {
    evidence: async () => evidence,
    validate: async (input: ValidationInput) => {
      inputs.push(input);
      return { ...said, ...validate(input, inputs.length) };
    },
    together: (work) => work(engine),
  } as Pick<Engine, 'evidence' | 'validate' | 'together'> as Engine;
  const context: Validating = {
    engine,
    trust: { anchorsFor: (names) => anchors.filter(({ name }) => names.includes(name)) },
    material: { fetch },
    clock: () => 7,
  };
  return { context, inputs };
}

describe('the validation of a document', () => {
  test('asks nobody when it is not to', async () => {
    let asked = 0;
    const { context, inputs } = contextOf(
      () => ({ missing: [crl('a')] }),
      async () => {
        asked += 1;
        return nobody;
      },
    );
    const { fetched } = await validateDocument(context, source, { online: false });
    expect([asked, fetched, inputs.length]).toEqual([0, false, 1]);
    expect(inputs[0]?.grounds.at).toBe(7);
  });

  test('ends although there is always more to ask', async () => {
    let asked = 0;
    const { context, inputs } = contextOf(
      (_, call) => ({ missing: [crl(`${call}`)] }),
      async () => {
        asked += 1;
        return { ...nobody, crls: [new Uint8Array([asked])] };
      },
    );
    const { validation, fetched } = await validateDocument(context, source, { online: true });
    expect(validation.verdict).toBe('indeterminate');
    expect(fetched).toBe(true);
    expect(asked).toBeLessThanOrEqual(10);
    expect(inputs.length).toBeLessThanOrEqual(11);
  });

  test('takes so many octets and no more', async () => {
    const { context, inputs } = contextOf(
      (_, call) => ({ missing: [crl(`${call}`)] }),
      async () => ({ ...nobody, crls: [new Uint8Array(20 * MIB)] }),
    );
    await validateDocument(context, source, { online: true });
    const octets = inputs.at(-1)?.material.crls.reduce((sum, { length }) => sum + length, 0) ?? 0;
    expect(octets).toBe(40 * MIB);
  });

  test('a long list is asked in portions, and no longer than is waited for', async () => {
    const portions: number[] = [];
    const patience = new AbortController();
    const many = Array.from({ length: 150 }, (_, at) => crl(`${at}`));
    const { context } = contextOf(
      () => ({ missing: many }),
      async (missing) => {
        portions.push(missing.length);
        if (portions.length === 2) patience.abort();
        return nobody;
      },
    );
    await validateDocument(context, source, { online: true, signal: patience.signal });
    expect(portions).toEqual([64, 64]);
  });

  test('what was fetched may name further anchors', async () => {
    const anchor = (name: string) => ({
      name,
      certificate: new Uint8Array([name.charCodeAt(0)]),
      source: 'operator' as const,
      services: [],
    });
    const { context, inputs } = contextOf(
      ({ material }) => ({
        names: material.certificates.length > 0 ? ['a', 'b'] : ['a'],
        missing: [crl('x')],
      }),
      async () => ({ ...nobody, certificates: [new Uint8Array([1])] }),
      [anchor('a'), anchor('b')],
    );
    await validateDocument(context, source, { online: true });
    expect(inputs.map(({ grounds }) => grounds.anchors.length)).toEqual([1, 1, 2]);
  });
});
