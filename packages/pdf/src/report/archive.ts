/**
 * What makes a tagged PDF one to keep (PDF/A-2a) that everybody can read (PDF/UA-1), beside its pages and their
 * structure: what it says of itself, and what its colours mean.
 */
import { ascii, concat } from '../syntax/bytes.ts';
import { outputIntent, SRGB } from '../write/outputintent.ts';
import { srgbProfile } from '../write/profile.ts';
import { metadataStream } from '../write/xmp.ts';
import { type Description, xmp } from './metadata.ts';

/** Of sRGB, in three components. */
function profileStream(): Uint8Array {
  const profile = srgbProfile();
  const head = ascii(`<</N 3/Length ${profile.length}>>\nstream\n`);
  return concat([head, profile, ascii('\nendstream')]);
}

/**
 * Adds those objects through `add`, which gives the number of what it added; returns the entries of the catalogue that
 * name them.
 */
export function archiveEntries(description: Description, add: (body: Uint8Array) => number): string {
  const metadata = add(metadataStream(xmp(description)));
  const profile = add(profileStream());
  return `/Metadata ${metadata} 0 R/OutputIntents[${outputIntent(profile, SRGB)}]`;
}

export { Objects } from '../write/objects.ts';
