/**
 * What makes a tagged PDF one to keep (PDF/A-2a) that everybody can read (PDF/UA-1), beside its pages and their
 * structure: what it says of itself, and what its colours mean.
 */
import { ascii, concat } from '../syntax/bytes.ts';
import { type Description, xmp } from './metadata.ts';
import { srgbProfile } from './profile.ts';

/** Metadata stay in the clear, so that tools that know no PDF find them (ISO 32000-2 §14.3.2). */
function metadataStream(description: Description): Uint8Array {
  const packet = ascii(xmp(description));
  const head = ascii(`<</Type/Metadata/Subtype/XML/Length ${packet.length}>>\nstream\n`);
  return concat([head, packet, ascii('\nendstream')]);
}

/** The profile of {@link outputIntent}, in three components. */
function profileStream(): Uint8Array {
  const profile = srgbProfile();
  const head = ascii(`<</N 3/Length ${profile.length}>>\nstream\n`);
  return concat([head, profile, ascii('\nendstream')]);
}

/** Says that colours without a space of their own are sRGB (ISO 19005-2 §6.2.3); `profile` is an object's number. */
const outputIntent = (profile: number): string =>
  `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile ${profile} 0 R>>`;

/**
 * Adds those objects through `add`, which gives the number of what it added; returns the entries of the catalogue that
 * name them.
 */
export function archiveEntries(description: Description, add: (body: Uint8Array) => number): string {
  const metadata = add(metadataStream(description));
  const profile = add(profileStream());
  return `/Metadata ${metadata} 0 R/OutputIntents[${outputIntent(profile)}]`;
}

export { Objects } from '../write/objects.ts';
