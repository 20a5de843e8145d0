import { api, type HistoryAnswer, type HistoryDetail, type UploadedFile } from '@websign/contract';
import { documentObjects, type TestDocument, writePdf } from '@websign/testkit';
import type { Person } from './harness.ts';

/** A form with a field and a script that runs when it is opened. */
export const scriptedForm = (more: Pick<TestDocument, 'pages'> = {}, word = 'alert'): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      catalog: `/OpenAction<</S/JavaScript/JS(app.${word}\\(1\\))>>/AcroForm<</Fields[100 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf)>>`,
      pages: [{ entries: '/Annots[100 0 R]' }],
      more: [
        {
          number: 100,
          body: '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Maria)/DA(/Helv 12 Tf 0 g)/Rect[100 100 240 120]/P 4 0 R/F 4/AP<</N 101 0 R>>>>',
        },
        {
          number: 101,
          body: '<</Type/XObject/Subtype/Form/BBox[0 0 140 20]/Resources<</Font<</Helv 3 0 R>>>>/Length 37>>stream\nBT /Helv 12 Tf 2 6 Td (Maria) Tj ET  \nendstream',
        },
      ],
      ...more,
    }),
  });

export interface CopyAnswer {
  document?: string;
  error?: { code: string };
  signers?: string[];
}

/** Asks for a safe copy of a document. */
export const askCopy = (person: Person, id: string | null, withoutSignatures?: string[]) =>
  person.post<CopyAnswer>(
    api.safeCopy(id ?? ''),
    withoutSignatures === undefined ? {} : { withoutSignatures },
  );

/** Status and code of what is asked for. */
export async function copyCode(person: Person, id: string | null): Promise<[number, string | undefined]> {
  const { status, body } = await askCopy(person, id);
  return [status, body.error?.code];
}

/** Uploads a file; what is said of it. */
export async function uploaded(
  person: Person,
  bytes: Uint8Array,
  name = 'αίτηση.pdf',
  groupId = '1',
): Promise<UploadedFile> {
  const [file] = (await person.upload([{ name, bytes }], groupId)).body.documents;
  if (!file) throw new Error('no answer');
  return file;
}

/** Asks for a copy that must be made; its id. */
export async function copyMade(person: Person, id: string | null): Promise<string> {
  const { status, body } = await askCopy(person, id);
  if (status !== 202 || body.document === undefined) throw new Error(JSON.stringify(body));
  return body.document;
}

export const historyDetailOf = async (person: Person, id: string | null): Promise<HistoryDetail> =>
  (await person.get<HistoryDetail>(api.historyRow(id ?? ''))).body;

/** How many documents a person has in the history. */
export const historyTotal = async (person: Person): Promise<number> =>
  (await person.get<HistoryAnswer>(api.history)).body.total;
