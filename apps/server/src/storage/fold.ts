/**
 * The one form in which names are compared and searched: lower case, without accents (tonos, dialytika,
 * breathings), final sigma as sigma, NFC. Databases' own `lower()` leaves Greek alone.
 */
export function fold(text: string): string {
  return storable(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** Text that both databases take and give back unchanged: no NUL, no lone surrogate. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
