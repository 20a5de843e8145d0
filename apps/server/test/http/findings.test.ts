import { findingsReport } from '@websign/contract';
import { inspect, openPdf } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { documentObjects, isInstalled, judged, writePdf } from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

const hidden = (text: string) =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      pages: [{ content: `BT /F1 12 Tf 3 Tr 72 700 Td (${text}) Tj ET` }],
      catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>',
    }),
  });
const name = 'αίτηση\u202efdp.exe';

const place = served();
let maria: Person;
let nikos: Person;
beforeAll(async () => {
  maria = await place.person(0);
  nikos = await place.person(1);
});

const ask = (person: Person, id: string, format = ''): Promise<Response> =>
  fetch(`${place.url}/api/documents/${id}/findings${format === '' ? '' : `?format=${format}`}`, {
    headers: { authorization: `Bearer ${person.sessionId}` },
  });
const record = async (bytes: Uint8Array, title = `${name}.pdf`): Promise<string> => {
  const { body } = await maria.upload([{ name: title, bytes }]);
  return body.documents[0]?.record ?? '';
};
/** As another reader takes it out. */
const read = (bytes: Uint8Array): string =>
  Buffer.from(judged('mutool', ['draw', '-F', 'txt'], bytes).text, 'latin1').toString('utf8');

describe('the findings report', () => {
  test('HIS-2: a refused file has one, in JSON with the words of both languages', async () => {
    const id = await record(hidden('secret'));
    const answer = await ask(maria, id);
    expect(answer.headers.get('content-disposition')).toContain('_findings.json');
    const report = findingsReport.parse(await answer.json());
    expect(report).toMatchObject({
      document: { id, pages: 1 },
      verdict: 'refuse',
      code: 'security_issues',
      words: { javascript: { el: { title: 'Κώδικας JavaScript' }, en: { title: 'JavaScript code' } } },
    });
    expect(report.findings.find(({ kind }) => kind === 'javascript')).toMatchObject({
      excerpt: 'app.alert(1)',
    });
  });

  test('HIS-2: as a PDF in Greek and English, which others read and the check finds nothing in', async () => {
    const answer = await ask(maria, await record(hidden('secret'), 'αίτηση.pdf'), 'pdf');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const disposition = `filename*=UTF-8''${encodeURIComponent('αίτηση_findings.pdf')}`;
    expect(answer.headers.get('content-disposition')).toContain(disposition);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(inspect(openPdf(bytes, nodePorts())).findings).toEqual([]);
    if (isInstalled('qpdf')) expect(judged('qpdf', ['--check'], bytes).code).toBe(0);
    if (!isInstalled('mutool')) return;
    const text = read(bytes);
    for (const said of [
      'Λόγος απόρριψης',
      'Κώδικας JavaScript',
      'αίτηση.pdf',
      'JavaScript code',
      'What to do:',
    ])
      expect(text).toContain(said);
  });

  test('hostile names and words are only shown', async () => {
    const id = await record(hidden(`\\033[2J${'x'.repeat(190)}`));
    const bytes = new Uint8Array(await (await ask(maria, id, 'pdf')).arrayBuffer());
    expect(inspect(openPdf(bytes, nodePorts())).findings).toEqual([]);
    if (isInstalled('mutool')) expect(read(bytes)).not.toMatch(/(?![\n\f])\p{Cc}|\p{Cf}/u);
  });

  test('a file in which nothing was found, and one that could not be read', async () => {
    const plain = findingsReport.parse(await (await ask(maria, await record(smallPdf()))).json());
    expect(plain).toMatchObject({ verdict: 'accept', code: null, findings: [] });
    const broken = await record(new TextEncoder().encode('%PDF-1.7\nnothing'));
    expect(await (await ask(maria, broken)).json()).toMatchObject({ verdict: 'refuse', code: 'pdf_broken' });
    const pdf = new Uint8Array(await (await ask(maria, broken, 'pdf')).arrayBuffer());
    if (isInstalled('mutool')) expect(read(pdf)).toContain('Το έγγραφο είναι κατεστραμμένο.');
  });

  test("UP-4: another's answers 404", async () => {
    expect((await ask(nikos, await record(smallPdf()))).status).toBe(404);
  });

  test('HIS-2: it stays when the file has left', async () => {
    const id = await record(hidden('kept'));
    place.home.advance(25 * 60 * 60_000);
    maria = await place.person(0);
    expect((await ask(maria, id)).status).toBe(200);
    expect((await ask(maria, id, 'pdf')).status).toBe(200);
  });
});
