import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pem } from './judges.ts';

/** Validates by what each file's security store holds, nothing fetched, revocation data required throughout. */
const PROGRAM = `
import asyncio, datetime, json, sys
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature, async_validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
root, at, *names = sys.argv[1:]
moment = datetime.datetime.fromisoformat(at)
async def judge(name):
    with open(name, 'rb') as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted: reader.decrypt('')
        store = DocumentSecurityStore.read_dss(reader)
        grounds = lambda: store.as_validation_context({'trust_roots': [load_cert_from_pemder(root)],
            'moment': moment, 'revocation_mode': 'require', 'allow_fetching': False})
        found = [await async_validate_pdf_signature(s, grounds(), grounds()) for s in reader.embedded_regular_signatures]
        found += [await async_validate_pdf_timestamp(s, grounds()) for s in reader.embedded_timestamp_signatures]
        return [[s.intact and s.valid and s.trusted and getattr(s, 'bottom_line', True), s.modification_level.name] for s in found]
def told(name):
    try:
        return asyncio.run(judge(name))
    except Exception as error:
        return [[False, type(error).__name__]]
print(json.dumps([told(name) for name in names]))
`;

/** What pyHanko says of one signature or document time-stamp. */
export interface PyhankoVerdict {
  passed: boolean;
  /** `NONE`, `LTA_UPDATES`, `FORM_FILLING` …; the name of an exception where it could not judge the file. */
  changes: string;
}

/** The Python that pyHanko's own command runs on; undefined where it is not installed. */
export function pyhankoInterpreter(): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      const [first = ''] = readFileSync(join(folder, 'pyhanko'), 'latin1').split('\n');
      if (first.startsWith('#!')) return first.slice(2).trim();
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/** pyHanko's verdicts for each file, signatures before time-stamps; `at` in milliseconds since 1970. */
export function judgedByPyhanko(
  files: readonly Uint8Array[],
  root: Uint8Array,
  at: number,
): PyhankoVerdict[][] {
  const room = mkdtempSync(join(tmpdir(), 'websign-pyhanko-'));
  try {
    writeFileSync(join(room, 'root.pem'), pem('CERTIFICATE', root));
    const names = files.map((bytes, index) => {
      writeFileSync(join(room, `${index}.pdf`), bytes);
      return `${index}.pdf`;
    });
    const moment = new Date(at).toISOString().replace('Z', '+00:00');
    const args = ['-c', PROGRAM, 'root.pem', moment, ...names];
    const { stdout, stderr } = spawnSync(pyhankoInterpreter() ?? 'python3', args, {
      cwd: room,
      encoding: 'utf8',
    });
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    if (!last.startsWith('[')) throw new Error(`pyHanko failed: ${stderr}`);
    const told = JSON.parse(last) as [boolean, string][][];
    return told.map((one) => one.map(([passed, changes]) => ({ passed, changes })));
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
