/** Where a signer's private key lives. */
export const keyPlaces = {
  software: 'Kept encrypted by this service',
  pkcs11: 'Kept in a security device (HSM) of this service',
  csc: 'Kept by the signature provider, outside this service',
  dsa: 'Kept by the signature provider, outside this service',
} as const;
