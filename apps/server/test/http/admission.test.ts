import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from '@websign/contract';
import {
  type Attack,
  actionAttacks,
  actionInnocents,
  appendUpdate,
  documentObjects,
  fontAttacks,
  formAttacks,
  harmlessFonts,
  harmlessForms,
  harmlessText,
  hiddenAttacks,
  layerAttacks,
  layerInnocents,
  shadowAttacks,
  structureAttacks,
  writePdf,
} from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowOf, standardPolicy } from '../../src/policy/admission/table.ts';
import { freshCode, Person, smallPdf, startTest, testHome } from './harness.ts';
import { served } from './served.ts';

const place = served();
let maria: Person;
beforeAll(async () => {
  maria = await place.person(0);
});

/** What the server says of each, in portions that one request takes. */
async function judged(attacks: readonly Attack[]): Promise<[Attack, UploadedFile][]> {
  const said: [Attack, UploadedFile][] = [];
  for (let at = 0; at < attacks.length; at += 100) {
    const portion = attacks.slice(at, at + 100);
    const files = portion.map((attack) => ({ name: `${attack.name}.pdf`, bytes: attack.bytes() }));
    const { body } = await maria.upload(files, '5');
    portion.forEach((attack, index) => {
      const file = body.documents[index];
      if (file) said.push([attack, file]);
    });
  }
  return said;
}

const uploaded = async (bytes: Uint8Array, by = maria): Promise<UploadedFile> => {
  const [file] = (await by.upload([{ name: 'a.pdf', bytes }])).body.documents;
  if (!file) throw new Error('no answer');
  return file;
};
/** Signed here, and uploaded anew. */
async function signedPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const id = await maria.document(bytes);
  await maria.sign({ documents: [id], otp: freshCode(place.home, maria.account) });
  return maria.file(id);
}
const script = { number: 200, body: '<</S/JavaScript/JS(app.alert(1))>>' };

describe('the check before signing', () => {
  test.each([
    ['actions', actionAttacks],
    ['fields', formAttacks],
    ['hidden text', hiddenAttacks],
    ['layers', layerAttacks],
    ['fonts', fontAttacks],
    ['structure', structureAttacks],
    ['what is kept back', shadowAttacks],
  ])(
    'SGN-7 UP-6: every attack by %s warns or refuses as the table says',
    { timeout: 120_000 },
    async (_, attacks) => {
      for (const [{ name, expect: kinds }, { code, error, findings }] of await judged(attacks)) {
        const rows = kinds.map((kind) => rowOf(standardPolicy, kind));
        const shown = { name, kinds, code, found: findings.map(({ kind, verdict }) => `${kind} ${verdict}`) };
        if (rows.some(({ now }) => now === 'refuse'))
          expect(shown).toMatchObject({ code: 'security_issues' });
        for (const kind of kinds)
          expect({ ...shown, found: findings.map((one) => one.kind) }).toMatchObject({
            found: expect.arrayContaining([kind]),
          });
        for (const { now, tells } of rows) {
          if (now === 'info' || tells === undefined) continue;
          expect({ ...shown, told: error?.[tells] }).toMatchObject({
            told: tells === 'layers' ? expect.arrayContaining([expect.any(String)]) : true,
          });
        }
      }
    },
  );

  test('SGN-7: what is harmless is accepted', { timeout: 120_000 }, async () => {
    const harmless = [
      ...harmlessForms,
      ...harmlessText,
      ...layerInnocents,
      ...harmlessFonts,
      ...actionInnocents,
    ];
    for (const [{ name, expect: kinds }, { code }] of await judged(harmless)) {
      if (kinds.some((kind) => rowOf(standardPolicy, kind).now === 'refuse')) continue;
      expect({ name, code }).toEqual({ name, code: null });
    }
  });

  test('MAP-7: a script in a document that was signed tells of both', async () => {
    const signed = await signedPdf(smallPdf());
    const { code, error } = await uploaded(appendUpdate(signed, { kind: 'table', objects: [script] }));
    expect(code).toBe('security_issues');
    expect(error).toMatchObject({ has_js: true, has_signatures: true });
  });

  test('MAP-8: a signature that was broken tells of fewer valid ones, and of nothing else', async () => {
    const signed = Buffer.from(await signedPdf(smallPdf('to be changed')));
    signed[signed.indexOf('(to be changed)') + 1] = 0x54;
    const { code, message, error } = await uploaded(signed);
    expect([code, message]).toEqual(['security_issues', 'Document has security issues']);
    expect(error).toMatchObject({
      ...{ has_js: false, fields_inconsistencies: false, hide_and_replace_suspicious: false },
      ...{ non_empty_hidden_texts: false, layers: [], has_signatures: true, valid_signatures: 0 },
    });
  });

  test("SGN-7: an operator's policy is the server's", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'websign-policy-'));
    const file = join(folder, 'policy.json');
    writeFileSync(file, '{"reset_form":"refuse","remote_goto":"info"}');
    const other = await testHome({ ADMISSION_POLICY_FILE: file });
    const strict = await startTest(other);
    try {
      const person = await Person.at(strict.url, other.accounts[0]);
      const acting = (action: string) =>
        writePdf({ kind: 'table', objects: documentObjects({ catalog: `/OpenAction<<${action}>>` }) });
      expect(await uploaded(acting('/S/ResetForm'), person)).toMatchObject({ code: 'security_issues' });
      const mild = await uploaded(acting('/S/GoToR/F(other.pdf)/D[0/Fit]'), person);
      expect(mild.findings.map(({ kind, verdict }) => [kind, verdict])).toContainEqual([
        'remote_goto',
        'info',
      ]);
    } finally {
      await strict.close();
      await other.remove();
      rmSync(folder, { recursive: true });
    }
  });
});
