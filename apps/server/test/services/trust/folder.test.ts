import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameHash, parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki, pem } from '@websign/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/config.ts';
import { openLog } from '../../../src/logging.ts';
import { readTrustFile, readTrustFolder, TrustFolderError } from '../../../src/services/trust/folder.ts';
import { openTrust } from '../../../src/services/trust/trust.ts';

const pki = makeTestPki();
const ports = nodePorts();
const nameOf = (der: Uint8Array) => nameHash(parseCertificate(der).subject, ports);
const root = pki.root.certificate;
const stranger = pki.stranger.certificate;

let folder: string;
let logged: string[];
const log = openLog('info', { write: (line) => void logged.push(line) });
const none = { own: [], lists: undefined };
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'websign-trust-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('folder of trusted certificates', () => {
  test('PEM, several in one file, and DER are read; other files and folders are not', () => {
    put('both.pem', `Words before.\n${pem('CERTIFICATE', root)}between\n${pem('CERTIFICATE', stranger)}`);
    put('issuing.CER', pki.intermediate.certificate);
    put('README.txt', 'not a certificate');
    mkdirSync(join(folder, 'old.pem'));
    const anchors = readTrustFolder(folder);
    expect(anchors.map(({ anchor }) => anchor.certificate)).toEqual(
      [root, stranger, pki.intermediate.certificate].map((der) => new Uint8Array(der)),
    );
    expect(anchors.every(({ anchor }) => anchor.source === 'operator')).toBe(true);
    expect(anchors[0]?.name).toBe(nameOf(root));
  });

  test.each([
    ['no.pem', 'nothing here', /holds no certificate/],
    ['bad.der', Uint8Array.of(0x30, 0x82, 0, 1, 5), /holds what is no certificate/],
    ['key.pem', pem('CERTIFICATE', Uint8Array.of(1, 2, 3)), /holds what is no certificate/],
  ])('%s is told by name', (name, content, sentence) => {
    put(name, content);
    expect(() => readTrustFolder(folder)).toThrow(TrustFolderError);
    expect(() => readTrustFolder(folder)).toThrow(sentence);
    expect(() => readTrustFolder(folder)).toThrow(name);
  });

  test('what is too large, or not there, is told', () => {
    put('large.pem', new Uint8Array(8 * 1024 * 1024 + 1));
    expect(() => readTrustFile(join(folder, 'large.pem'))).toThrow(/larger than 8 MiB/);
    expect(() => readTrustFolder(join(folder, 'missing'))).toThrow(/cannot be read/);
  });
});

describe('what a server trusts', () => {
  const settings = () => ({ TRUST_FOLDER: folder, TSA_CERTIFICATES_FILE: '', TRUSTED_LISTS_HOURS: 6 });

  test('is found by the hash of the subject', async () => {
    put('root.pem', pem('CERTIFICATE', root));
    const trust = openTrust(settings(), { own: [stranger], lists: undefined }, log);
    expect(trust.anchorsFor([nameOf(root)]).map(({ certificate }) => certificate)).toEqual([
      new Uint8Array(root),
    ]);
    expect(trust.anchorsFor([nameOf(stranger), nameOf(root), nameOf(stranger)])).toHaveLength(2);
    expect(trust.anchorsFor(['00', nameOf(pki.intermediate.certificate)])).toEqual([]);
    await trust.stop();
  });

  test('follows the folder, and keeps what it had where a file cannot be read', async () => {
    put('root.pem', pem('CERTIFICATE', root));
    const trust = openTrust(settings(), none, log);
    put('more.pem', pem('CERTIFICATE', stranger));
    trust.refresh();
    expect(trust.anchorsFor([nameOf(stranger)])).toHaveLength(1);
    put('more.pem', 'broken');
    trust.refresh();
    expect(trust.anchorsFor([nameOf(stranger)])).toHaveLength(1);
    expect(logged.join()).toContain('stay as they were');
    rmSync(join(folder, 'more.pem'));
    trust.refresh();
    expect(trust.anchorsFor([nameOf(stranger)])).toEqual([]);
    await trust.stop();
  });

  test('a wrong file ends the start with a sentence that names the setting', () => {
    put('bad.pem', 'nothing');
    expect(() => openTrust(settings(), none, log)).toThrow(ConfigError);
    expect(() => openTrust(settings(), none, log)).toThrow(
      /^TRUST_FOLDER: .*bad\.pem holds no certificate\.$/,
    );
    expect(() =>
      openTrust(
        { ...settings(), TRUST_FOLDER: '', TSA_CERTIFICATES_FILE: join(folder, 'none.pem') },
        none,
        log,
      ),
    ).toThrow(/^TSA_CERTIFICATES_FILE: /);
  });
});
