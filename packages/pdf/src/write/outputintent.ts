/** What an output intent of sRGB is called, as a string of PDF. */
export const SRGB = '(sRGB)';

/**
 * Says what colours without a space of their own mean (ISO 19005-2 §6.2.3): `profile` is an object's number, `name` a
 * string of PDF.
 */
export const outputIntent = (profile: number, name: string): string =>
  `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier${name}/Info${name}/DestOutputProfile ${profile} 0 R>>`;
