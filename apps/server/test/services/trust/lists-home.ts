import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outboundHttp } from '@websign/providers';
import { type ListSpec, listText, makeTestPki, type ServiceSpec, signList, TEST_NOW } from '@websign/testkit';
import { openLog } from '../../../src/logging.ts';
import { sandboxedEngine } from '../../../src/sandbox/engine.ts';
import { openCopies } from '../../../src/services/trust/copies.ts';
import { openLists } from '../../../src/services/trust/lists.ts';
import { realSandbox } from '../../sandbox/engine.ts';

export const DAY = 24 * 3600 * 1000;
export const pki = makeTestPki();
/** Signs the list of lists; the national ones; an authority that they name. */
export const commission = pki.signers.rsa3072;
export const greece = pki.signers.p256;
export const germany = pki.signers.p384;
export const authority = pki.intermediate.certificate;

const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
export const service = (certificate: Uint8Array): ServiceSpec => ({
  certificates: [certificate],
  states: [{ status: granted, from: TEST_NOW - 500 * DAY }],
});

/** A source of lists on loopback, a data folder and real parser children. */
export async function listsHome() {
  const folder = mkdtempSync(join(tmpdir(), 'websign-lists-'));
  /** What each path answers; nothing is there else. */
  const pages = new Map<string, string | Buffer>();
  const asked: string[] = [];
  const logged: string[] = [];
  const state = { away: false, now: TEST_NOW };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages.get(request.url ?? '');
    if (state.away) return request.destroy();
    if (page === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'application/vnd.etsi.tsl+xml' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = realSandbox({ children: 1, queue: 100 });
  const engine = sandboxedEngine(sandbox);
  const http = outboundHttp({ addresses: 'any' });
  const home = {
    engine,
    folder,
    pages,
    asked,
    logged,
    state,
    origin,
    /** The lists as a server opens them after a start. */
    open: (signers = [commission.certificate]) =>
      openLists({
        url: `${origin}/lotl.xml`,
        signers,
        engine,
        http,
        copies: openCopies(join(folder, 'trusted-lists')),
        log: openLog('info', { write: (line) => void logged.push(line) }),
        clock: () => state.now,
        graceMs: 14 * DAY,
      }),
    putLotl(change: Partial<ListSpec> = {}, signer = commission) {
      const pointers = [
        { territory: 'EL', location: `${origin}/el.xml`, signers: [greece.certificate] },
        { territory: 'DE', location: `${origin}/de.xml`, signers: [germany.certificate] },
      ];
      const spec: ListSpec = { kind: 'lotl', territory: 'EU', issued: TEST_NOW - DAY, pointers, ...change };
      const algorithm = signer === commission ? 'rsa-pkcs1-sha256' : 'ecdsa-p256-sha256';
      pages.set('/lotl.xml', signList(listText(spec), signer, { algorithm }));
    },
    putGreece(change: Partial<ListSpec> = {}, signer = greece) {
      const providers = [{ name: 'Πάροχος', services: [service(authority)] }];
      const spec: ListSpec = {
        kind: 'national',
        territory: 'EL',
        issued: TEST_NOW - DAY,
        providers,
        ...change,
      };
      pages.set('/el.xml', signList(listText(spec), signer));
    },
    putGermany(change: Partial<ListSpec> = {}) {
      const providers = [{ name: 'Anbieter', services: [service(pki.root.certificate)] }];
      const spec: ListSpec = {
        kind: 'national',
        territory: 'DE',
        issued: TEST_NOW - DAY,
        providers,
        ...change,
      };
      pages.set('/de.xml', signList(listText(spec), germany, { algorithm: 'ecdsa-p384-sha384' }));
    },
    async close() {
      server.closeAllConnections();
      await Promise.all([sandbox.close(), http.close(), new Promise((resolve) => server.close(resolve))]);
      rmSync(folder, { recursive: true });
    },
    /** As after the first day: another folder of copies, nothing logged, everything there. */
    reset() {
      rmSync(join(folder, 'trusted-lists'), { recursive: true, force: true });
      pages.clear();
      asked.length = 0;
      logged.length = 0;
      state.away = false;
      state.now = TEST_NOW;
      home.putLotl();
      home.putGreece();
      home.putGermany();
    },
  };
  return home;
}
