import { parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { type TestSubject, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { isCarriedAltered, isSignerLeftOut } from '../src/report/carried.ts';
import { Pool } from '../src/validate/pool.ts';
import { world } from './validation/world.ts';

const it = await world();
const { signer, ca, root } = it;
const NOTHING = { certificates: [], ocsps: [], crls: [] };
const [certificates, anchor] = [
  [signer, ca].map(({ certificate }) => parseCertificate(certificate)),
  parseCertificate(root.certificate),
];
const chain = { certificates, anchor };
/** What a document brings along in its store. */
const poolOf = (stored: readonly Uint8Array[]): Pool =>
  new Pool(
    {
      signatures: [],
      store: { certificates: stored.map((der) => ({ der, end: 1 })), ocsps: [], crls: [] },
    },
    NOTHING,
    nodePorts(),
  );
const isTold = (carried: readonly Uint8Array[], stored: readonly Uint8Array[] = carried) =>
  isCarriedAltered(carried, chain, poolOf(stored));
const told = (...carried: Uint8Array[]) => isTold([signer.certificate, ...carried]);
/** With the octets at `places` changed, counted from the end where they are negative. */
const altered = ({ certificate }: TestSubject, ...places: number[]) =>
  places.reduce((der, at) => der.with(at, (der.at(at) ?? 0) ^ 0x55), Uint8Array.from(certificate));
const SERIAL = parseCertificate(ca.certificate).serial;

describe('a certificate of the chain that the signature carries in altered form', () => {
  test('is none where all are carried, or where one is left out', () => {
    expect(told(ca.certificate)).toBe(false);
    expect(told()).toBe(false);
    expect(told(ca.certificate, root.certificate)).toBe(false);
    expect(told(ca.certificate, altered(root, -1))).toBe(true);
  });

  test('is told of wherever it stands, beside an intact one as well', () => {
    expect(told(ca.certificate, altered(ca, -1))).toBe(true);
    const carried = [signer.certificate, ca.certificate];
    expect(isTold(carried, [...carried, altered(ca, -1)])).toBe(true);
    expect(isTold(carried, [...carried, altered(ca, 8)])).toBe(true);
    // What nothing of the chain is may be anything in the store, unreadable as well.
    expect(isTold(carried, [...carried, Uint8Array.of(0x30, 2, 5, 0)])).toBe(false);
  });

  test('is none where an authority gave the same serial number twice, and the chain’s is carried', async () => {
    const other = await testSubject('intermediate', 'Authority', root, { serial: SERIAL });
    expect(told(ca.certificate, other.certificate)).toBe(false);
  });

  test('is none where the anchor was renewed under its serial number', async () => {
    const renewed = await testSubject('root', 'Root', undefined, { serial: anchor.serial });
    expect(told(ca.certificate, renewed.certificate)).toBe(false);
  });

  test('is none where another certificate of the document was fetched', () => {
    const carried = [signer.certificate, ca.certificate];
    const pool = new Pool(
      { signatures: [], store: NOTHING },
      { ...NOTHING, certificates: [altered(ca, -1)] },
      nodePorts(),
    );
    expect(isCarriedAltered(carried, chain, pool)).toBe(false);
  });

  test('is the signer’s where it is not carried', () => {
    expect(isSignerLeftOut([ca.certificate], chain)).toBe(true);
    expect(isSignerLeftOut([], chain)).toBe(true);
    expect(isSignerLeftOut([ca.certificate, signer.certificate], chain)).toBe(false);
    // Without a chain nothing is known to be left out.
    expect(isSignerLeftOut([], { certificates: [] })).toBe(false);
    expect(isTold([ca.certificate])).toBe(false);
  });

  test('is known by its issuer and serial, or by its signature', () => {
    expect(told(altered(ca, -1))).toBe(true);
    expect(told(altered(ca, ca.certificate.indexOf(0x5a)))).toBe(true);
  });

  test('is known where its issuer is written otherwise (RFC 5280 §7.1)', async () => {
    const loud = await testSubject('root', 'ROOT');
    const { certificate } = await testSubject('intermediate', 'Authority', loud, { serial: SERIAL });
    expect(told(certificate)).toBe(true);
    const other = await testSubject('root', 'Other Root');
    expect(
      told((await testSubject('intermediate', 'Authority', other, { serial: SERIAL })).certificate),
    ).toBe(false);
  });

  test('is told of wherever one cannot be read, whoever’s it was', () => {
    expect(told(altered(ca, 8))).toBe(true);
    expect(told(ca.certificate, altered(ca, 8))).toBe(true);
    expect(told(ca.certificate, altered(root, 8))).toBe(true);
    expect(told(ca.certificate, Uint8Array.of(0x30, 2, 5, 0))).toBe(true);
  });
});
