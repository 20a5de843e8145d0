import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCodes } from '@websign/contract';
import { isInstalled, judgedFiles } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import {
  freshCode,
  Person,
  smallPdf,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
} from '../http/harness.ts';

const hasPromtool = isInstalled('promtool');

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

let home: TestHome;
let server: RunningServer;
let text: string;

const scrape = async () => (await fetch(`${server.operationsUrl}/metrics`)).text();
/** The value of one series; labels in the order in which they are told. */
const value = (name: string, labels = '') => {
  const line = text
    .split('\n')
    .find((each) => each.startsWith(labels === '' ? `${name} ` : `${name}{${labels}} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
};

beforeAll(async () => {
  home = await testHome();
  server = await startTest(home);
  const [account] = home.accounts as [TestAccount];
  const person = await Person.at(server.url, account);
  const documents = [await person.document(smallPdf('one')), await person.document(smallPdf('two'))];
  await person.sign({ documents: documents.slice(0, 1), otp: '000000', password: 'Wr0ng!pass' });
  await person.sign({ documents, otp: freshCode(home, account) });
  home.tsa.answers = false;
  await person.sign({ documents: documents.slice(0, 1), otp: freshCode(home, account) });
  text = await scrape();
});
afterAll(async () => {
  await server.close();
  await home.remove();
});

/** Names of metrics as expressions have them: a histogram's parts belong to it. */
function namesIn(expressions: string, exposed: ReadonlySet<string>): Set<string> {
  const found = expressions.match(/\b(?:websign|nodejs|process)_[a-z0-9_]+\b/g) ?? [];
  return new Set(
    found.map((name) => (exposed.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''))),
  );
}

function boardExpressions(): string[] {
  const board = JSON.parse(read('deploy/grafana/websign.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

const exposed = () => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));

describe('/metrics', () => {
  test('a signing leaves its outcome by code, its steps and its tries', () => {
    expect(value('websign_signatures_total', 'code="signed"')).toBe(2);
    expect(value('websign_signatures_total', 'code="wrong_credentials"')).toBe(1);
    expect(value('websign_signatures_total', 'code="timestamp_unavailable"')).toBe(1);
    expect(value('websign_step_seconds_count', 'step="signer",kind="software"')).toBe(3);
    expect(value('websign_step_failures_total', 'step="signer",kind="software",code="wrong_password"')).toBe(
      1,
    );
    expect(value('websign_step_seconds_count', 'step="sandbox",kind="examine"')).toBe(2);
    expect(value('websign_attempts_total', 'origin="session",outcome="wrong_password"')).toBe(1);
    expect(value('websign_attempts_total', 'origin="login",outcome="right"')).toBe(1);
    expect(value('websign_time_stamp_failures_total', 'authority="1",code="tsa_status"')).toBeGreaterThan(0);
  });

  test('sessions, disk, keys, certificates and the version are told', () => {
    expect(value('websign_sessions')).toBe(1);
    expect(value('websign_disk_bytes', 'state="free"')).toBeGreaterThan(0);
    expect(value('websign_keys_up', 'provider="software"')).toBe(1);
    expect(value('websign_certificate_end_seconds', 'of="signer"')).toBeGreaterThan(0);
    expect(value('websign_certificate_end_seconds', 'of="time_stamp"')).toBeGreaterThan(0);
    expect(text).toMatch(/^websign_build_info\{version="\d+\.\d+\.\d+",node="v24\./m);
  });

  test('SES-4 labels hold no ids and no names: they stay few whoever comes', {
    timeout: 90_000,
  }, async () => {
    const before = text.split('\n').length;
    for (let at = 0; at < 40; at += 1) {
      await fetch(`${server.url}/api/documents/unknown-${at}`);
      await fetch(`${server.url}/nowhere/${at}?sessionId=${at}`);
      await fetch(`${server.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: `nobody-${at}`, password: 'x' }),
      });
    }
    const after = await scrape();
    expect(after.split('\n').length - before).toBeLessThan(100);
    for (const { username } of home.accounts) expect(after).not.toContain(username);
    expect(after).not.toContain('nobody-');
  });

  test('what the dashboard, the alerts and the page about operations name is what is exposed', () => {
    const names = exposed();
    const expressions = boardExpressions();
    expect(expressions.length).toBeGreaterThan(20);
    const page = read('docs/OPERATIONS.md');
    const sources = [...expressions, read('deploy/prometheus/alerts.yml'), page].join('\n');
    const unknown = [...namesIn(sources, names)].filter((name) => !names.has(name));
    expect(unknown).toEqual([]);
    const unsaid = [...names].filter((name) => name.startsWith('websign_') && !page.includes(`\`${name}\``));
    expect(unsaid).toEqual([]);
  });
});

describe('alert rules', () => {
  test('they name codes that there are', () => {
    const [, named = ''] =
      /signatures_total\{code=~"([^"]+)"/.exec(read('deploy/prometheus/alerts.yml')) ?? [];
    const unknown = named.split('|').filter((code) => !Object.hasOwn(errorCodes, code));
    expect([named === '', unknown]).toEqual([false, []]);
  });

  test('each says what is wrong and what to do, and stands in the page about operations', () => {
    const rules = read('deploy/prometheus/alerts.yml').split('- alert: ').slice(1);
    const page = read('docs/OPERATIONS.md');
    expect(rules.length).toBeGreaterThan(15);
    for (const rule of rules) {
      expect(rule).toMatch(/summary: ".+"/);
      expect(rule).toMatch(/action: ".+"/);
      expect(rule).toMatch(/severity: (page|ticket)/);
      expect(page).toContain(`\`${rule.split('\n')[0]}\``);
    }
  });
});

const judged = hasPromtool ? 'promtool as judge' : 'skipped: prometheus (promtool) not installed';
describe.skipIf(!hasPromtool)(judged, () => {
  const files = Object.fromEntries(
    ['prometheus.yml', 'alerts.yml', 'alerts.test.yml'].map((name) => [
      name,
      read(`deploy/prometheus/${name}`),
    ]),
  );

  test('it takes the alert rules, and they are raised when they should be', () => {
    expect(judgedFiles('promtool', files, 'check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 });
    expect(judgedFiles('promtool', files, 'test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 });
  });

  test('it takes the expressions of the dashboard', () => {
    const all = boardExpressions().map((expr) => expr.replaceAll('$instance', '.*'));
    const rules = all.map(
      (expr, at) => `      - { record: "panel:p${at}", expr: ${JSON.stringify(expr)} }\n`,
    );
    const group = `groups:\n  - name: board\n    rules:\n${rules.join('')}`;
    expect(judgedFiles('promtool', { 'board.yml': group }, 'check', 'rules', 'board.yml')).toMatchObject({
      status: 0,
    });
  });
});
