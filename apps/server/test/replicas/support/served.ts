import type { GroupAnswer } from '@websign/contract';
import { afterAll, beforeAll } from 'vitest';
import { Person } from '../../http/harness.ts';
import { type Place, startPlace } from './place.ts';
import { freePorts } from './proxy.ts';
import { Replica } from './replica.ts';
import { VirtualSigner } from './signer.ts';

/** Replicas without a proxy, for the tests of one file: each is asked by name. */
export interface ServedBy {
  readonly place: Place;
  replicas(): readonly Replica[];
  replica(at: number): Replica;
  /** The signer at this place of the accounts, signed in anew at the first replica. */
  signedIn(at: number): Promise<VirtualSigner>;
  /** The same person with the same session at another replica. */
  at(replica: Replica, signer: VirtualSigner): Person;
  /** A document that must be accepted; its id. */
  uploaded(signer: VirtualSigner): Promise<string>;
  /** How many signatures a document has; undefined where there is none of that id. */
  signatures(person: Person, id: string): Promise<number | undefined>;
}

/** Starts them before the file's first test and ends them after the last; `more` of their environment. */
export function servedBy(count: number, signers: number, more: Record<string, string> = {}): ServedBy {
  let running: { place: Place; replicas: Replica[] } | undefined;
  const up = () => {
    if (!running) throw new Error('replicas run only while tests do');
    return running;
  };
  beforeAll(async () => {
    const place = await startPlace(signers);
    const replicas = (await freePorts(count)).map((port) => new Replica(place, port, more));
    running = { place, replicas };
    await Promise.all(replicas.map((replica) => replica.start()));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(running?.replicas.map((replica) => replica.stop()) ?? []);
    await running?.place.remove();
  }, 120_000);
  const replica = (at: number): Replica => {
    const found = up().replicas[at];
    if (!found) throw new Error('no such replica');
    return found;
  };
  return {
    get place() {
      return up().place;
    },
    replicas: () => up().replicas,
    replica,
    async signedIn(at) {
      const account = up().place.accounts[at];
      if (!account) throw new Error('no such account');
      const signer = new VirtualSigner(replica(0).url, account);
      await signer.signIn();
      return signer;
    },
    at({ url }, { person }) {
      const there = new Person(url, person.account);
      there.sessionId = person.sessionId;
      return there;
    },
    async uploaded(signer) {
      const id = await signer.upload();
      if (id === undefined) throw new Error(`not uploaded: ${signer.ledger.odd.join()}`);
      return id;
    },
    async signatures(person, id) {
      const { body } = await person.get<GroupAnswer>('/api/groups/1');
      return body.documents.find((document) => document.id === id)?.signatures.length;
    },
  };
}
