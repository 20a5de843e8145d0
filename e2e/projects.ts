/** The projects of the journeys, each of which needs servers. */
export const JOURNEYS = ['el', 'en', 'narrow'];

/** Whether the command line asks for that project; without a word about projects it asks for all. */
export function isWanted(project: string): boolean {
  const args = process.argv.join(' ').matchAll(/--project[= ](\S+)/g);
  const wanted = [...args].map(([, name]) => name);
  return wanted.length === 0 || wanted.includes(project);
}
