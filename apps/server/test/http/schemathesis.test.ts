import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type SignAnswer } from '@websign/contract';
import { isInstalled } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

const present = isInstalled('schemathesis');
const why = present ? '' : ' (skipped: schemathesis not installed)';

/** What it calls with, and what is the signer's own. */
interface Known {
  person: Person;
  /** Somebody else, whose session may end. */
  leaving: Person;
  documents: string[];
  groups: string[];
}

const strings = (values: readonly string[]) => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/**
 * The same calls each time: no seed but what is told here, one worker (several break its own generator), nothing kept from
 * runs before. Ids and names are the signer's own in most calls, and made up in the others.
 */
const configOf = ({ person, leaving, documents, groups }: Known): string => `
workers = 1
continue-on-failure = true
request-timeout = 30
warnings = false
headers = { Authorization = "Bearer ${person.sessionId}" }

[generation]
deterministic = true
max-examples = 10
database = "none"

[phases]
stateful.enabled = false
coverage.unexpected-methods = ["PATCH"]
# Each field spoilt by itself is more than a thousand calls that end at the same door: the fuzzing draws from them.
coverage.generation.mode = "positive"

[checks]
enabled = false
not_a_server_error.enabled = true

[dictionaries]
session = { values = ${strings([person.sessionId])} }
username = { values = ${strings([person.account.username])} }
document = { values = ${strings(documents)} }
group = { values = ${strings(groups)} }

[parameters]
"query.sessionId" = { dictionary = "session", probability = 0.7 }
"path.id" = { dictionary = "document", probability = 0.7 }
"body.document" = { dictionary = "document", probability = 0.7 }
"body.documents[*]" = { dictionary = "document", probability = 0.7 }
"body.places[*].document" = { dictionary = "document", probability = 0.7 }

[[operations]]
include-path-regex = "^/api/groups/"
parameters = { "path.id" = { dictionary = "group", probability = 0.7 } }

[[operations]]
include-path = "${api.sign}"
parameters = { "body.username" = { dictionary = "username", probability = 0.7 } }

[[operations]]
include-path = "${api.logout}"
headers = { Authorization = "Bearer ${leaving.sessionId}" }
`;

describe.skipIf(!present)(`Schemathesis over the OpenAPI document${why}`, () => {
  let home: TestHome;
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    home = await testHome({ ADDRESS_FAILURES: '1000000' });
    server = await startTest(home);
    folder = mkdtempSync(join(tmpdir(), 'websign-schemathesis-'));
    mkdirSync(join(folder, 'documents'));
  });
  afterAll(async () => {
    await server?.close();
    await home?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Two documents of the signer, one of them signed; and those that are uploaded: a whole, a half and a signed one. */
  async function prepare(): Promise<Known> {
    const person = await Person.at(server.url, home.accounts[0]);
    const leaving = await Person.at(server.url, home.accounts[1]);
    const whole = smallPdf();
    const documents = [
      await person.document(whole, 'a.pdf', '1'),
      await person.document(whole, 'b.pdf', '2'),
    ];
    const otp = freshCode(home, person.account);
    const { body } = await person.sign<SignAnswer>({ documents: documents.slice(1), otp });
    expect(body.status).toBe('success');
    const files = {
      whole,
      half: whole.subarray(0, whole.length / 2),
      signed: await person.file(documents[1] ?? ''),
    };
    for (const [name, bytes] of Object.entries(files))
      writeFileSync(join(folder, 'documents', `${name}.pdf`), bytes);
    return { person, leaving, documents, groups: ['1', '2'] };
  }

  async function run(known: Known): Promise<{ code: number | null; text: string }> {
    const config = join(folder, 'schemathesis.toml');
    writeFileSync(config, configOf(known));
    const args = ['--config-file', config, 'run', `${server.url}/api/openapi.json`, '--no-color'];
    const child = spawn('schemathesis', args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 90_000,
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'schemathesis', 'hooks.py'),
        WEBSIGN_DOCUMENTS: join(folder, 'documents'),
        WEBSIGN_SESSION: known.person.sessionId,
      },
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text: Buffer.concat(chunks).toString() };
  }

  /** The statuses of each call, by method and route, as the server logged them since the line `begin`. */
  function statusesSince(begin: number): Map<string, Set<number>> {
    const statuses = new Map<string, Set<number>>();
    for (const line of home.logged.slice(begin)) {
      const { method, route, status } = JSON.parse(line) as {
        method?: string;
        route?: string;
        status?: number;
      };
      if (method === undefined || route === undefined || status === undefined) continue;
      const call = `${method} ${route.replace(/:(\w+)/g, '{$1}')}`;
      statuses.set(call, (statuses.get(call) ?? new Set()).add(status));
    }
    return statuses;
  }

  test('whatever a signer sends, documents included, is no failure of the server', {
    timeout: 120_000,
  }, async () => {
    const known = await prepare();
    const begin = home.logged.length;
    const { code, text } = await run(known);

    expect(code, text).toBe(0);
    const statuses = statusesSince(begin);
    for (const [call, told] of statuses) expect(Math.max(...told), call).toBeLessThan(500);
    const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(described));
    // It was signed in until the end, and came past the doors.
    for (const call of [
      `POST ${api.upload}`,
      `POST ${api.verify}`,
      `POST ${api.freePlaces}`,
      'GET /api/groups/{id}',
    ])
      expect([...(statuses.get(call) ?? [])], call).toContain(200);
    expect((await known.person.get(`${api.ping}?sessionId=${known.person.sessionId}`)).status).toBe(204);
  });
});
