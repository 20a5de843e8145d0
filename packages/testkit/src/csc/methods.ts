import { Activations } from './activations.ts';
import type { CscSimulatorOptions } from './face.ts';
import { type Kept, Keys } from './keys.ts';
import { type Fields, invalid, textOf, textsOf } from './refused.ts';
import { DIGESTS, type DigestOid, impliedDigest, isDigest, listed, valueOver } from './values.ts';

export interface Answer {
  status: number;
  /** Nothing with 204. */
  body?: object;
}
const ok = (body: object): Answer => ({ status: 200, body });

/** The methods of the API over the credentials; errors are thrown. */
export class CscMethods {
  readonly keys: Keys;
  readonly activations: Activations;
  readonly #options: CscSimulatorOptions;
  readonly #version: 1 | 2;

  constructor(options: CscSimulatorOptions, clock: () => number) {
    this.#options = options;
    this.#version = options.version ?? 2;
    this.keys = new Keys(options, clock);
    this.activations = new Activations(options, clock);
  }

  /** Undefined for a method that there is not. `token` is the bearer's. */
  call(method: string, fields: Fields, token: string): Answer | undefined {
    const known = this.names.includes(method);
    if (!known) return undefined;
    switch (method) {
      case 'credentials/list':
        return this.#list(fields);
      case 'credentials/info':
        return ok(this.#info(this.keys.get(textOf(fields, 'credentialID'))));
      case 'credentials/authorize':
        return this.#authorize(fields);
      case 'credentials/authorizeCheck':
        return this.#check(textOf(fields, 'handle'));
      case 'credentials/getChallenge':
      case 'credentials/sendOTP':
        this.keys.send(this.keys.get(textOf(fields, 'credentialID')));
        return { status: 204 };
      case 'credentials/extendTransaction':
        return this.#extend(fields);
      case 'signatures/signHash':
        return this.#signHash(fields, token);
      default:
        return undefined;
    }
  }

  get names(): string[] {
    const { extend = true } = this.#options;
    return [
      'credentials/list',
      'credentials/info',
      'credentials/authorize',
      ...(this.#version === 2
        ? ['credentials/authorizeCheck', 'credentials/getChallenge']
        : ['credentials/sendOTP']),
      ...(extend ? ['credentials/extendTransaction'] : []),
      'signatures/signHash',
    ];
  }

  #list({ userID, pageToken }: Fields): Answer {
    const ids = this.keys
      .all()
      .filter(({ user }) => userID === undefined || user === userID)
      .map(({ id }) => id);
    if (this.#version === 2) return ok({ credentialIDs: ids });
    const { pageSize = 10 } = this.#options;
    const from = Number(pageToken ?? 0);
    if (!Number.isInteger(from) || from < 0) throw invalid('Invalid parameter pageToken');
    const next = from + pageSize < ids.length ? { nextPageToken: String(from + pageSize) } : {};
    return ok({ credentialIDs: ids.slice(from, from + pageSize), ...next });
  }

  #info(credential: Kept): object {
    const { identity, algorithms, plainRsa = false, enabled = true, scal, multisign = 1000 } = credential;
    const common = {
      description: 'A simulated credential',
      key: {
        status: enabled ? 'enabled' : 'disabled',
        algo: listed(algorithms, plainRsa),
        len: identity.privateKey.asymmetricKeyDetails?.modulusLength ?? 256,
      },
      cert: {
        status: 'valid',
        certificates: identity.chain.map((der) => Buffer.from(der).toString('base64')),
      },
      SCAL: String(scal),
      multisign,
      lang: 'en-US',
    };
    return { ...common, ...(this.#version === 2 ? authV2(credential) : authV1(credential)) };
  }

  #authorize(fields: Fields): Answer {
    const credential = this.keys.get(textOf(fields, 'credentialID'));
    if (credential.mode === 'oauth2code') throw invalid('Invalid parameter credentialID');
    const count = this.#count(fields, credential);
    const hashes = this.#boundHashes(fields, credential, count);
    this.keys.check(credential, this.#version === 2 ? givenV2(fields) : { pin: fields.PIN, otp: fields.OTP });
    const terms = { credential, count, hashes };
    if (credential.second === 'push') return { status: 202, body: { handle: this.activations.wait(terms) } };
    return ok({ SAD: this.activations.give(terms), expiresIn: this.activations.seconds });
  }

  #count({ numSignatures }: Fields, { multisign = 1000 }: Kept): number {
    if (!Number.isInteger(numSignatures))
      throw invalid('Missing (or invalid type) integer parameter numSignatures');
    const count = Number(numSignatures);
    if (count < 1) throw invalid('Invalid value for parameter numSignatures');
    if (count > multisign) throw invalid('Numbers of signatures is too high');
    return count;
  }

  /** SCAL2 takes them always; with SCAL1 they are looked at, and bind nothing. */
  #boundHashes(fields: Fields, { scal }: Kept, count: number): readonly string[] | undefined {
    const name = this.#version === 2 ? 'hashes' : 'hash';
    if (scal === 1 && fields[name] === undefined) return undefined;
    const hashes = textsOf(fields, name);
    if (this.#version === 2 && !isDigest(fields.hashAlgorithmOID))
      throw invalid('Invalid parameter hashAlgorithmOID');
    if (hashes.length !== count) throw invalid('Invalid value for parameter numSignatures');
    return scal === 2 ? hashes : undefined;
  }

  #check(handle: string): Answer {
    const sad = this.activations.poll(handle);
    if (sad === undefined) return { status: 202, body: { handle } };
    return ok({ SAD: sad, expiresIn: this.activations.seconds });
  }

  #extend(fields: Fields): Answer {
    const credential = this.keys.get(textOf(fields, 'credentialID'));
    const hashes = credential.scal === 2 ? textsOf(fields, this.#version === 2 ? 'hashes' : 'hash') : [];
    return ok({ SAD: this.activations.extend(textOf(fields, 'SAD'), credential, hashes) });
  }

  #signHash(fields: Fields, token: string): Answer {
    const credential = this.keys.get(textOf(fields, 'credentialID'));
    const sad = this.#version === 2 && this.activations.covers(token) ? token : textOf(fields, 'SAD');
    const hashes = textsOf(fields, this.#version === 2 ? 'hashes' : 'hash');
    const signAlgo = textOf(fields, 'signAlgo');
    const { algorithms, plainRsa = false, identity } = credential;
    if (!listed(algorithms, plainRsa).includes(signAlgo)) throw invalid('Invalid parameter signAlgo');
    if (signAlgo.endsWith('.1.1.10')) textOf(fields, 'signAlgoParams');
    const digestOid = this.#digestOf(fields, signAlgo);
    const digests = hashes.map((hash) => digestIn(hash, digestOid));
    this.activations.use(sad, credential, hashes);
    credential.signed += hashes.length;
    const raw = this.#options.rawEcdsa ?? false;
    const values = digests.map((digest) =>
      valueOver(digest, { key: identity.privateKey, signAlgo, digestOid, raw }),
    );
    return ok({ signatures: values.map((value) => Buffer.from(value).toString('base64')) });
  }

  #digestOf(fields: Fields, signAlgo: string): DigestOid {
    const said = fields[this.#version === 2 ? 'hashAlgorithmOID' : 'hashAlgo'];
    const digest = impliedDigest(signAlgo) ?? said;
    if (!isDigest(digest)) throw invalid('Invalid parameter hashAlgorithmOID');
    return digest;
  }
}

function digestIn(hash: string, oid: DigestOid): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(hash)) throw invalid('Invalid Base64 hash string parameter');
  const digest = Buffer.from(hash, 'base64');
  if (digest.length !== DIGESTS[oid].octets) throw invalid('Invalid digest value length');
  return digest;
}

/** v2 §8.3: ids and labels are the service's own. */
function authV2({ mode = 'explicit', second }: Kept): object {
  if (mode === 'oauth2code') return { auth: { mode } };
  const pin = { type: 'Password', id: 'sign-pin', format: 'A', label: 'PIN' };
  if (second === 'push')
    return {
      auth: {
        mode,
        expression: 'sign-pin AND app',
        objects: [pin, { type: 'ChallengeResponseOOB', id: 'app', label: 'Approve on your phone' }],
      },
    };
  const code =
    second === 'sent'
      ? { type: 'ChallengeResponse', id: 'one-time', format: 'N', label: 'Code by SMS' }
      : { type: 'Password', id: 'one-time', format: 'N', generator: 'totp', label: 'Mobile OTP' };
  return { auth: { mode, expression: 'sign-pin AND one-time', objects: [pin, code] } };
}

function authV1({ mode = 'explicit', second }: Kept): object {
  if (mode === 'oauth2code') return { authMode: mode };
  const type = second === 'sent' ? 'online' : 'offline';
  return {
    authMode: mode,
    PIN: { presence: 'true', format: 'A', label: 'PIN' },
    OTP: { presence: 'true', type, format: 'N', label: 'Mobile OTP', ID: 'MB01' },
  };
}

function givenV2({ authData }: Fields): { pin: unknown; otp: unknown } {
  const data = Array.isArray(authData) ? (authData as Fields[]) : [];
  const given = (id: string) => data.find((each) => each?.id === id)?.value;
  return { pin: given('sign-pin'), otp: given('one-time') };
}
