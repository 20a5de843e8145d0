import { PdfError } from '../../errors.ts';

/** How a crypt filter enciphers: not at all, by RC4, or by AES in CBC mode (ISO 32000-2 Table 25). */
export type Method = 'none' | 'rc4' | 'aes128' | 'aes256';

/** An encryption dictionary of the standard security handler (Tables 20 and 21). */
export interface EncryptionDictionary {
  version: number;
  revision: number;
  permissions: number;
  /** Bytes of the file's key. */
  keyBytes: number;
  metadata: boolean;
  /** /O and /U; 32 bytes up to revision 4, 48 from 5. */
  owner: Uint8Array;
  user: Uint8Array;
  /** /UE and /Perms, from revision 5; /Perms is empty where it has not 16 bytes. */
  userKey: Uint8Array;
  sealedPermissions: Uint8Array;
  /**
   * Whether readers may find another handler: values of /Encrypt or the identifier that are objects of their own, or
   * sections that name different ones.
   */
  ambiguous: boolean;
  streams: Method;
  strings: Method;
  attachments: Method;
  /** Crypt filters by name. */
  filters: ReadonlyMap<string, Method>;
}

/** What the filter of that name does; `Identity` needs no definition. */
export function filterNamed(filters: ReadonlyMap<string, Method>, name: string | undefined): Method {
  if (name === 'Identity') return 'none';
  const method = name === undefined ? undefined : filters.get(name);
  if (method === undefined) throw new PdfError('broken_object', '/Encrypt: a crypt filter is not defined');
  return method;
}
