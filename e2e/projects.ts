/** The projects of the journeys, each of which needs servers. */
export const JOURNEYS = ['el', 'en', 'narrow', 'en-narrow'];

/** The language that a project's journeys run in. */
export const languageOf = (project: string): 'el' | 'en' => (project.startsWith('en') ? 'en' : 'el');

/** Whether a project's journeys run at 320 px. */
export const isNarrow = (project: string): boolean => project.endsWith('narrow');

/** Whether the command line asks for that project; without a word about projects it asks for all. */
export function isWanted(project: string): boolean {
  const args = process.argv.join(' ').matchAll(/--project[= ](\S+)/g);
  const wanted = [...args].map(([, name]) => name);
  return wanted.length === 0 || wanted.includes(project);
}
