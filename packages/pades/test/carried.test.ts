import { parseCertificate } from '@websign/pki';
import { type TestSubject, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { isCarriedAltered } from '../src/report/carried.ts';
import { world } from './validation/world.ts';

const it = await world();
const { signer, ca, root } = it;
const chain = [signer, ca].map(({ certificate }) => parseCertificate(certificate));
const told = (...carried: Uint8Array[]) => isCarriedAltered([signer.certificate, ...carried], chain);
/** With the octets at `places` changed, counted from the end where they are negative. */
const altered = ({ certificate }: TestSubject, ...places: number[]) =>
  places.reduce((der, at) => der.with(at, (der.at(at) ?? 0) ^ 0x55), Uint8Array.from(certificate));
const SERIAL = parseCertificate(ca.certificate).serial;

describe('a certificate of the chain that the signature carries in altered form', () => {
  test('is none where all are carried, or where one is left out', () => {
    expect(told(ca.certificate)).toBe(false);
    expect(told()).toBe(false);
    expect(told(ca.certificate, root.certificate)).toBe(false);
    expect(told(ca.certificate, altered(root, -1))).toBe(false);
  });

  test('is the signer’s where it is not carried', () => {
    expect(isCarriedAltered([ca.certificate], chain)).toBe(true);
    expect(isCarriedAltered([], chain)).toBe(true);
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
