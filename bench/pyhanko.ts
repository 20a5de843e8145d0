import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pyhankoInterpreter } from '@websign/testkit';
import { middle, type Spent } from './timing.ts';

export interface PyhankoTimes {
  version: string;
  first: Spent;
  /** Of the process after the first time. */
  peakBytes: number;
  /** The first time alone, where that was long. */
  rounds: Spent[];
}

/** A validation that takes longer is measured once. */
const SLOW_MS = 3000;
/** A run that takes longer is ended. */
const LONGEST_MS = 120_000;

/** What both programs begin with: the folder's file and grounds, a stopwatch, and the rounds at the end. */
const COMMON = `
import asyncio, base64, datetime, importlib.metadata, io, json, logging, os, re, resource, sys, time
from asn1crypto import crl, keys, ocsp, x509
from pyhanko_certvalidator import ValidationContext
logging.disable(logging.CRITICAL)
folder, rounds = sys.argv[1], int(sys.argv[2])
told = json.load(open(os.path.join(folder, 'grounds.json')))
octets = open(os.path.join(folder, 'document.pdf'), 'rb').read()
load = lambda kind, name: [kind.load(base64.b64decode(one)) for one in told[name]]
moment = datetime.datetime.fromtimestamp(told['at'] / 1000, datetime.timezone.utc)
common = {'trust_roots': [x509.Certificate.load(base64.b64decode(told['root']))], 'moment': moment,
    'revocation_mode': 'require', 'allow_fetching': False}
context = lambda: ValidationContext(**common, other_certs=load(x509.Certificate, 'certificates'),
    ocsps=load(ocsp.OCSPResponse, 'ocsps'), crls=load(crl.CertificateList, 'crls'))
def timed(work):
    wall, used = time.perf_counter(), time.process_time()
    asyncio.run(work())
    return {'wall': (time.perf_counter() - wall) * 1000, 'processor': (time.process_time() - used) * 1000}
def peak():
    if not os.path.exists('/proc/self/status'):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) * 1024
def tell(work):
    first = timed(work)
    more = rounds if first['processor'] < ${SLOW_MS} else 0
    print(json.dumps({'version': importlib.metadata.version('pyHanko'), 'first': first, 'peakBytes': peak(),
        'rounds': [timed(work) for _ in range(more)] or [first]}))
`;

const VALIDATE = `${COMMON}
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature, async_validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
async def judge():
    reader = PdfFileReader(io.BytesIO(octets), strict=False)
    if '/DSS' in reader.root:
        store = DocumentSecurityStore.read_dss(reader)
        grounds = lambda: store.as_validation_context(common)
    else:
        grounds = context
    found = [await async_validate_pdf_signature(s, grounds(), grounds()) for s in reader.embedded_regular_signatures]
    found += [await async_validate_pdf_timestamp(s, grounds()) for s in reader.embedded_timestamp_signatures]
    if not all(s.intact and s.valid and s.trusted and getattr(s, 'bottom_line', True) for s in found):
        raise SystemExit('pyHanko does not call all signatures valid')
tell(judge)
`;

/** pyHanko's times in one process of its own; why there are none, where there are none. */
export async function pyhankoValidates(folder: string, rounds: number): Promise<PyhankoTimes | string> {
  return run(VALIDATE, folder, rounds);
}

const SIGN = `${COMMON}
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper
from pyhanko_certvalidator.registry import SimpleCertificateStore
chain = SimpleCertificateStore.from_certs(load(x509.Certificate, 'chain'))
one = lambda kind, name: kind.load(base64.b64decode(told[name]))
signer = signers.SimpleSigner(one(x509.Certificate, 'signer'), one(keys.PrivateKeyInfo, 'signerKey'), chain)
stamper = DummyTimeStamper(one(x509.Certificate, 'timeStamping'), one(keys.PrivateKeyInfo, 'timeStampingKey'), chain, fixed_dt=moment)
async def sign():
    metadata = signers.PdfSignatureMetadata(field_name='Signature1', md_algorithm='sha256', use_pades_lta=True,
        subfilter=fields.SigSeedSubFilter.PADES, embed_validation_info=True, validation_context=context())
    await signers.PdfSigner(metadata, signer, timestamper=stamper).async_sign_pdf(
        IncrementalPdfFileWriter(io.BytesIO(octets)), output=io.BytesIO())
tell(sign)
`;

/** The same for signatures at B-LTA; its own time-stamps are part of them. */
export async function pyhankoSigns(folder: string, rounds: number): Promise<PyhankoTimes | string> {
  return run(SIGN, folder, rounds);
}

async function run(program: string, folder: string, rounds: number): Promise<PyhankoTimes | string> {
  const python = pyhankoInterpreter();
  if (python === undefined) return 'skipped: pyHanko not installed';
  try {
    const args = ['-c', program, folder, String(rounds)];
    const { stdout } = await promisify(execFile)(python, args, { timeout: LONGEST_MS });
    return JSON.parse(stdout) as PyhankoTimes;
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed === true)
      return `pyHanko: not done after ${LONGEST_MS / 1000} s`;
    throw error;
  }
}

/** Their times beside ours. */
export function beside(theirs: PyhankoTimes | string, ours: number): string {
  if (typeof theirs === 'string') return theirs;
  const taken = middle(theirs.rounds);
  return `pyHanko ${theirs.version} ${taken.toFixed(0)} ms: ${(taken / ours).toFixed(1)} × ours`;
}
