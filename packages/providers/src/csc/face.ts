import type { PkiPorts, SigningItem } from '@websign/pki';
import type { Outbound } from '../http/outbound.ts';
import type { Signer } from '../signer.ts';

/** A remote signing service that speaks the API of the Cloud Signature Consortium, v2.0 or v1.0.4. */
export interface CscClientOptions {
  /** Address below which the methods lie, such as `https://provider.example/csc/v2`. */
  url: string;
  clientId: string;
  clientSecret: string;
  http: Outbound;
  /** Checks every value before it is handed on. */
  verify: PkiPorts['verify'];
  /** For one answer; 20 s when left out. */
  timeoutMs?: number;
  /** For a person to approve elsewhere (HTTP 202, then polling); 120 s when left out. */
  approvalMs?: number;
  /** Between two polls; 2 s when left out. */
  pollMs?: number;
  /** Hashes in one `signatures/signHash`, where an activation can be extended between two; 200 when left out. */
  hashesPerCall?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** What `info` says (v2 §11.1), as far as it is used. */
export interface CscService {
  /** Which API is spoken with it, by `specs`. */
  version: 1 | 2;
  specs: string;
  name: string;
  authType: readonly string[];
  methods: readonly string[];
  oauth: CscOauth | undefined;
}

/** Where its OAuth 2 authorization server is asked. */
export interface CscOauth {
  authorize: string;
  token: string;
  /** Where long requests are left ahead (RFC 9126); undefined where there is no such place. */
  pushed: string | undefined;
}

/** What a person gives, or is asked for elsewhere, for one signature activation. */
export interface CscFactor {
  id: string;
  /**
   * `password`: the PIN; `code`: a code of the person's own device; `sent`: a code the service sends when it is asked
   * to; `elsewhere`: the service asks the person itself, out of band.
   */
  kind: 'password' | 'code' | 'sent' | 'elsewhere';
  /** It may be left out. */
  optional?: boolean;
}

/** What `credentials/info` says (v2 §11.5), as far as it is used; nothing of it is trusted in place of a certificate. */
export interface CscCredential {
  credentialID: string;
  enabled: boolean;
  /** OIDs that may stand as signAlgo. */
  keyAlgorithms: readonly string[];
  /** Signer's certificate first; DER, as the service gave them: not yet parsed. */
  chain: readonly Uint8Array[];
  /** Whether an activation is bound to hashes (SCAL2). Hashes are sent in any case. */
  bound: boolean;
  /** Most signatures of one activation. */
  multisign: number;
  mode: 'explicit' | 'implicit' | 'oauth2code';
  factors: readonly CscFactor[];
  /** Which of them are needed, such as `PIN AND (OTP OR PUSH)`; all where empty. */
  expression: string;
}

/** One activation of a key for exactly these items, in this order. */
export interface CscSigning {
  credentialID: string;
  /** DER of the certificate that every value is verified by. */
  certificate: Uint8Array;
  items: SigningItem[];
}

/** What leads a person to the provider's own page and back (RFC 6749 §4.1, RFC 7636). */
export interface CscJourney {
  /** Echoed by the provider; unguessable, bound to the session by the caller. */
  state: string;
  /** base64url of SHA-256 of the verifier (S256). */
  codeChallenge: string;
  redirectUri: string;
  /** Language of the page (RFC 5646). */
  lang?: string;
  /** One line that the page may show; at most 500 letters go out. */
  description?: string;
  /** Whose account at the provider this is, where its authorization server asks for an account token. */
  accountId?: string;
}

/** What the provider's page gave; a secret, good once, for the hashes that it was asked for. */
export interface CscActivation {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Throws ProviderError with a SignerErrorCode; `said` holds what the provider answered. */
export interface CscClient {
  /** Asked once and kept for a while. */
  info(): Promise<CscService>;
  /** Resolves when the service answers now, and gives this application its token. */
  health(): Promise<void>;
  /** All pages; `userID` where the service's token is of no user. */
  credentials(userID?: string): Promise<string[]>;
  credential(credentialID: string): Promise<CscCredential>;
  /** Has the provider send a code to the person (`getChallenge`, `sendOTP`). False: there is none to send. */
  requestCode(credentialID: string): Promise<boolean>;
  /** Activates with password and code and signs. Authorised once and signed once: neither is ever repeated. */
  sign(signing: CscSigning, given: { password: string; otp: string }): Promise<Uint8Array[]>;
  /** The provider's own page for these hashes. May leave the request with the provider ahead (RFC 9126). */
  authorizationUrl(signing: CscSigning, journey: CscJourney): Promise<string>;
  /** The activation for the code that the page gave; asked once. */
  exchange(given: { code: string; codeVerifier: string; redirectUri: string }): Promise<CscActivation>;
  /** Signs with it the very items that the page was asked for, in their order. */
  signWith(signing: CscSigning, activation: CscActivation): Promise<Uint8Array[]>;
  /** Ends calls that wait for an approval. */
  close(): void;
}

/** The port, and the provider's own page. */
export interface CscSigner extends Signer {
  /** Has the provider send the account's code; false where the person's own device makes it. */
  requestOtp(account: string): Promise<boolean>;
  /** Where the person is sent to activate the account's key for exactly these items. */
  authorizationUrl(
    account: string,
    items: SigningItem[],
    journey: Omit<CscJourney, 'accountId'>,
  ): Promise<string>;
  exchange: CscClient['exchange'];
  /** Values in the order of `items`, each verified; the items are those of {@link authorizationUrl}. */
  signWith(account: string, items: SigningItem[], activation: CscActivation): Promise<Uint8Array[]>;
}
