/** Markup that stands as it is. */
export interface Member {
  raw: string;
}

const text = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
const attributeText = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * One element, in canonical form where its attributes are given in canonical order: declarations, those without a
 * prefix by name, those with one.
 */
export function tag(
  name: string,
  attributes: Record<string, string>,
  ...members: (Member | string)[]
): Member {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(value)}"`);
  const content = members.map((member) => (typeof member === 'string' ? text(member) : member.raw));
  return { raw: `<${name}${written.join('')}>${content.join('')}</${name}>` };
}
