import { documentObjects, type TestObject, testEncryption, writePdf } from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from './harness.ts';
import { type Part, post } from './multipart.ts';
import { served } from './served.ts';

const place = served();
let maria: Person;
beforeAll(async () => {
  maria = await place.person(0);
});

const upload = async (more: TestObject[], password?: string) => {
  const encryption = testEncryption('aes256', password === undefined ? {} : { password });
  const bytes = writePdf({ kind: 'objstm', objects: documentObjects({ more }), encryption });
  const parts: Part[] = [
    { name: 'sessionId', value: maria.sessionId },
    { name: 'groupId', value: '61' },
    { name: 'document', filename: 'locked away.pdf', bytes },
  ];
  return (await post(place.url, parts)).body;
};
const link = { number: 100, body: '<</S/GoToR/F(other.pdf)>>' };
const script = { number: 101, body: '<</S/JavaScript/JS(app.alert\\(1\\))>>' };

describe('upload of an encrypted file', () => {
  test('UP-6 one that everybody can open is refused as encrypted, with what was found in it', async () => {
    const { status, code, document, error, documents } = await upload([link]);
    expect({ status, code, document }).toEqual({ status: 'error', code: 'pdf_encrypted', document: null });
    expect(error).toMatchObject({ has_js: false, has_signatures: false });
    expect(documents[0]?.findings.map(({ kind }) => kind)).toEqual(['remote_goto']);
  });

  test('MAP-5 one with a script is refused for the script', async () => {
    const { code, error } = await upload([link, script]);
    expect(code).toBe('security_issues');
    expect(error).toMatchObject({ has_js: true });
  });

  test('UP-6 one that asks for a password is refused unread', async () => {
    const { code, error, documents } = await upload([script], 'secret');
    expect({ code, error }).toEqual({ code: 'pdf_encrypted', error: null });
    expect(documents[0]?.findings).toEqual([]);
  });
});
