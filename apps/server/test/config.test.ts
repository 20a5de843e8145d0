import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, settingsTable } from '../src/config.ts';
import { startServer } from '../src/main.ts';
import { settings } from '../src/settings.ts';

const complete = {
  MASTER_KEY_FILE: '/run/credentials/master',
  TSA_URLS: 'https://tsa.example/a, https://tsa.example/b',
  TSA_CERTIFICATES_FILE: '/etc/websign/tsa.pem',
  TRUST_FOLDER: '/etc/websign/trust',
};

describe('configuration', () => {
  test('the documentation holds the table of all settings', () => {
    const page = readFileSync(
      fileURLToPath(new URL('../../../docs/CONFIGURATION.md', import.meta.url)),
      'utf8',
    );
    expect(page).toContain(settingsTable());
  });

  test('defaults are right by themselves', () => {
    const config = readConfig(complete, false);
    expect(config).toMatchObject({
      PORT: 8080,
      operationsPort: 8081,
      host: '0.0.0.0',
      level: 'B-LT',
      TIME_ZONE: 'Europe/Athens',
    });
    expect(config.TSA_URLS).toEqual(['https://tsa.example/a', 'https://tsa.example/b']);
  });

  test('signatures are B-LT, or B-LTA with a time-stamp authority for archives; what is named goes first', () => {
    const ARCHIVE_TSA_URLS = 'https://tsa.example/archive';
    expect(readConfig({ ...complete, ARCHIVE_TSA_URLS }, false).level).toBe('B-LTA');
    expect(readConfig({ ...complete, ARCHIVE_TSA_URLS, SIGNATURE_LEVEL: 'B-T' }, false).level).toBe('B-T');
    expect(() => readConfig({ ...complete, TRUST_FOLDER: '' }, false)).toThrow(/^Set TRUST_FOLDER: /);
    expect(() => readConfig({ ...complete, TRUST_FOLDER: '', SIGNATURE_LEVEL: 'B-T' }, false)).not.toThrow();
  });

  test('HDR-4 only the demonstration has credits of its own, and what is configured goes first', () => {
    expect(readConfig({}, true)).toMatchObject({
      MINISTRY: 'Υπουργείο (επίδειξη)',
      IMPLEMENTER: 'Φορέας υλοποίησης (επίδειξη)',
    });
    expect(readConfig({ MINISTRY: 'Υπουργείο Α' }, true).MINISTRY).toBe('Υπουργείο Α');
    expect(readConfig(complete, false)).toMatchObject({ MINISTRY: '', IMPLEMENTER: '' });
  });

  test('HDR-2 HDR-4 the bundled pages of help stand where none is configured', () => {
    expect(readConfig({ ...complete, FAQ_URL: '' }, false)).toMatchObject({
      FAQ_URL: '/manual/faq.{locale}.html',
      MANUAL_URL: '/manual/user-manual.{locale}.html',
      SECURITY_MANUAL_URL: '/security-manual.{locale}.pdf',
    });
    const MANUAL_URL = 'https://registration.example/{locale}/manual';
    expect(readConfig({ ...complete, MANUAL_URL }, false).MANUAL_URL).toBe(MANUAL_URL);
  });

  test('SES-5: reverse proxies are addresses and networks', () => {
    const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8,::1,fd00::/8, loopback, 10.0.0.0/255.0.0.0';
    expect(readConfig({ ...complete, TRUST_PROXY }, false).TRUST_PROXY).toHaveLength(6);
  });

  test.each([
    ['PORT', 'eighty', 'PORT is not a whole number from 0 to 65535.'],
    ['PORT', '70000', 'PORT is more than 65535.'],
    ['OPERATIONS_PORT', 'on', 'OPERATIONS_PORT is neither a port nor off.'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL is not a postgres:// URL.'],
    ['PUBLIC_ORIGIN', 'sign.example', 'PUBLIC_ORIGIN is not an origin such as https://sign.example.'],
    [
      'PUBLIC_ORIGIN',
      'https://sign.example/',
      'PUBLIC_ORIGIN is not an origin such as https://sign.example.',
    ],
    ...['proxy', '10.0.0.0/99', '10.0.0.1, 10.0.0.256', '::1/129', 'loopback;'].map((value) => [
      ...['TRUST_PROXY', value, 'TRUST_PROXY names what is neither an address nor a network.'],
    ]),
    ...['internal', '10.20.0.0/33', '10.20.0.0/16/8', 'fd00::/129', '10.20.0.0/'].map((value) => [
      'REVOCATION_NETWORKS',
      value,
      'REVOCATION_NETWORKS names what is neither an address nor a network such as 10.20.0.0/16.',
    ]),
    ['OUTBOUND_PROXY', 'proxy.example:3128', 'OUTBOUND_PROXY is not an http or https URL.'],
    ['REVOCATION_SECONDS', '0', 'REVOCATION_SECONDS is less than 1.'],
    ['TIME_ZONE', 'Europe/Atlantis', 'TIME_ZONE is not a time zone of the IANA database.'],
    ['FAQ_URL', 'javascript:alert(1)', 'FAQ_URL is neither a URL nor a path of this site.'],
    ['FAQ_URL', '//evil.example', 'FAQ_URL is neither a URL nor a path of this site.'],
    ['SIGNATURE_LEVEL', 'B-X', 'SIGNATURE_LEVEL is none of B-B, B-T, B-LT and B-LTA.'],
    ...[
      'security@sign.example',
      'mailto:',
      'mailto:WebSign <security@sign.example>',
      'mailto:security@sign.example?subject=x',
      'mailto:security%0d%0aContact:@sign.example',
      'mailto:ασφάλεια@sign.example',
      'http://sign.example/report',
      'https:sign.example',
      'https://name:word@sign.example/report',
      'https://sign.example/a b',
      'https://sign.example/report\nContact: https://evil.example',
      'tel:+302100000000',
      'javascript:alert(1)',
    ].map((value) => [
      'SECURITY_CONTACT',
      value,
      'SECURITY_CONTACT names what is neither mailto: with an address nor an https URL.',
    ]),
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is no log level.'],
    ['PARSER_CHILDREN', '0', 'PARSER_CHILDREN is less than 1.'],
    ['SMTP_TLS', 'ssl', 'SMTP_TLS is none of starttls, tls and none.'],
    ['SMTP_PORT', '0', 'SMTP_PORT is less than 1.'],
    ['SMTP_HOST', 'mail.example', 'Set MAIL_FROM: the address that letters come from'],
    ['SMTP_USER', 'websign', 'Set SMTP_PASSWORD_FILE: the file with the password of SMTP_USER.'],
    [
      'MAIL_FROM',
      'WebSign <sign@example.gr>',
      'MAIL_FROM is not an e-mail address such as sign@ministry.example.',
    ],
    ['RESET_OTP_DELAY_HOURS', '0', 'RESET_OTP_DELAY_HOURS is less than 1.'],
  ])('%s=%s is refused with a sentence', (name, value, sentence) => {
    expect(() => readConfig({ ...complete, [name]: value }, false)).toThrow(sentence);
  });

  test('all that is wrong is told at once', () => {
    expect(() => readConfig({ ...complete, PORT: 'x', LOG_LEVEL: 'x' }, false)).toThrow(/PORT .*LOG_LEVEL /);
  });

  test('production says what it needs', () => {
    expect(() => readConfig({}, false)).toThrow(
      /Set MASTER_KEY_FILE: .* Set TSA_URLS: .* Set TSA_CERTIFICATES_FILE: /,
    );
    expect(() => readConfig({ MASTER_KEY_FILE: '/k', SIGNATURE_LEVEL: 'B-B' }, false)).not.toThrow();
  });

  test('the demonstration binds 127.0.0.1 and refuses what belongs to production', () => {
    expect(readConfig({ HOST: '0.0.0.0' }, true).host).toBe('127.0.0.1');
    const production = ['DATABASE_URL', 'MASTER_KEY_FILE', 'TSA_URLS', 'ARCHIVE_TSA_URLS', 'SEAL_P12_FILE'];
    for (const name of [...production, 'SMTP_HOST']) {
      const value = name === 'DATABASE_URL' ? 'postgres://h/d' : 'https://x.example';
      expect(() => readConfig({ [name]: value }, true)).toThrow(
        `The demonstration does not run with ${name} set`,
      );
    }
  });

  test('every setting is documented with a sentence', () => {
    for (const { says } of Object.values(settings)) expect(says).toMatch(/^[A-Z].*\.$/s);
  });
});

describe('a start that cannot be', () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'websign-config-'));
    writeFileSync(join(folder, 'key'), '');
    environment = {
      MASTER_KEY_FILE: join(folder, 'key'),
      SIGNATURE_LEVEL: 'B-B',
      WEBSIGN_DATA: join(folder, 'none'),
    };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('production on an empty data folder says what to configure', async () => {
    await expect(startServer({ environment })).rejects.toThrow(/holds no accounts; .*account add/);
  });

  test.each([
    [
      '{"media":"deny"}',
      /ADMISSION_POLICY_FILE names .*policy\.json, which gives "media" "deny", which is none/,
    ],
    ['{', /ADMISSION_POLICY_FILE names .*policy\.json, which is not JSON\.$/],
    [undefined, /ADMISSION_POLICY_FILE names .*policy\.json, which cannot be read\.$/],
  ])('a policy of the security check that is wrong: %s', async (json, sentence) => {
    const path = join(folder, 'policy.json');
    rmSync(path, { force: true });
    if (json !== undefined) writeFileSync(path, json);
    const started = startServer({ environment: { ADMISSION_POLICY_FILE: path }, demo: true });
    await expect(started).rejects.toThrow(sentence);
  });

  test("production does not run on a demonstration's data", async () => {
    mkdirSync(join(folder, 'demo'));
    writeFileSync(join(folder, 'demo', 'demo-accounts.json'), '[]');
    const data = { ...environment, WEBSIGN_DATA: join(folder, 'demo') };
    await expect(startServer({ environment: data })).rejects.toThrow('holds a demonstration');
  });
});
