import type { PkiPorts } from '@websign/pki';
import type { Evidence } from '../../evidence/face.ts';
import type { CertificateFacts, TimeStampReport, Validation } from '../face.ts';
import { base64, dateTime, element, holding, type Xml } from './element.ts';

/** ds:DigestMethod of the digests that signatures use. */
const DIGEST_URI: Readonly<Record<string, string>> = {
  'SHA-1': 'http://www.w3.org/2000/09/xmldsig#sha1',
  'SHA-256': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'SHA-384': 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'SHA-512': 'http://www.w3.org/2001/04/xmlenc#sha512',
  'SHA-224': 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  'SHA3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
  'SHA3-384': 'http://www.w3.org/2007/05/xmldsig-more#sha3-384',
  'SHA3-512': 'http://www.w3.org/2007/05/xmldsig-more#sha3-512',
};

/** XAdES:DigestAlgAndValueType. */
export const digestOf = (algorithm: string, value: Uint8Array): Xml =>
  holding(
    'DigestAlgAndValue',
    element('ds:DigestMethod', { Algorithm: DIGEST_URI[algorithm] ?? `urn:x-websign:digest:${algorithm}` }),
    holding('ds:DigestValue', base64(value)),
  );

/** A reference to one or more objects. */
export const reference = (name: string, ...ids: string[]): Xml =>
  element(name, { VOReference: ids.join(' ') });

/** The place of a signature in its file. */
export const fieldReference = (field: string): Xml =>
  holding('SignatureReference', holding('PAdESFieldName', field));

/** SignatureValidationObjects (TS 119 102-2 §4.4): each object once, referred to by its id. */
export class ValidationObjects {
  readonly #ports: Pick<PkiPorts, 'digest'>;
  readonly #written = new Map<string, Xml>();
  /** DER of certificates, by the hexadecimal SHA-256. */
  readonly #certificates = new Map<string, Uint8Array>();

  constructor(ports: Pick<PkiPorts, 'digest'>) {
    this.#ports = ports;
  }

  list(): Xml | undefined {
    return this.#written.size === 0
      ? undefined
      : holding('SignatureValidationObjects', [...this.#written.values()]);
  }

  /** The file itself, which was there at the moment of the validation. */
  document(file: number, sha256: string, at: number): string {
    const proof = holding(
      'POE',
      holding('POETime', dateTime(at)),
      holding('TypeOfProof', 'urn:etsi:019102:poetype:validation'),
    );
    return this.#add(`D-${file + 1}`, 'signedData', digestOf('SHA-256', fromHex(sha256)), proof);
  }

  /** Takes what a validation rests on; the revocation data among it are objects at once. */
  know({ store }: Evidence, { used }: Validation, file: number): void {
    const stored = store.certificates.map(({ der }) => der);
    for (const der of [...used.certificates, ...stored]) {
      this.#certificates.set(toHex(this.#ports.digest('SHA-256', der)), der);
    }
    used.ocsps.forEach((der, at) => {
      this.#add(`O-${file + 1}-${at + 1}`, 'OCSPResponse', holding('base64', base64(der)));
    });
    used.crls.forEach((der, at) => {
      this.#add(`L-${file + 1}-${at + 1}`, 'CRL', holding('base64', base64(der)));
    });
  }

  certificate({ sha256 }: CertificateFacts): string {
    const der = this.#certificates.get(sha256);
    const representation = der ? holding('base64', base64(der)) : digestOf('SHA-256', fromHex(sha256));
    return this.#add(`C-${sha256}`, 'certificate', representation);
  }

  /** A time-stamp over the signature in `field`, with what was found of it; `token` where the file has it apart. */
  timeStamp(id: string, stamp: TimeStampReport, field: string, token: Uint8Array | undefined, report: Xml) {
    const representation = token
      ? holding('base64', base64(token))
      : holding('direct', fieldReference(field));
    const proves =
      stamp.genTime === undefined || stamp.indication !== 'TOTAL-PASSED'
        ? undefined
        : holding('POEProvisioning', holding('POETime', dateTime(stamp.genTime)), fieldReference(field));
    return this.#add(id, 'timestamp', representation, proves, report);
  }

  #add(id: string, type: string, representation: Xml, ...rest: (Xml | undefined)[]): string {
    if (!this.#written.has(id)) {
      const object = element(
        'ValidationObject',
        { id },
        holding('ObjectType', `urn:etsi:019102:validationObject:${type}`),
        holding('ValidationObjectRepresentation', representation),
        rest,
      );
      this.#written.set(id, object);
    }
    return id;
  }
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));
