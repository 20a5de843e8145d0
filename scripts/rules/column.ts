const IDENTIFIER = /\b(?:(?:NAV|HDR|SES|UP|MAP|SGN|HIS|CRT|PWD|POP|ENC|CPY)-\d+|LIM|MSG)\b/g;
const ROW = /^\| ([A-Z]+(?:-\d+)?) \| (.*) \| (.*?) ?\|$/gm;

/** Test files by the rules that their titles name. */
export function filesByRule(
  titles: Iterable<readonly [file: string, title: string]>,
): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const [file, title] of titles)
    for (const [id] of title.matchAll(IDENTIFIER)) files.set(id, (files.get(id) ?? new Set()).add(file));
  return files;
}

/** The specification with its last column filled from the tests, its rules, and what is wrong with either. */
export function fillColumn(
  spec: string,
  tests: ReadonlyMap<string, ReadonlySet<string>>,
): { written: string; rules: Set<string>; faults: string[] } {
  const faults: string[] = [];
  const rules = new Set<string>();
  const written = spec.replace(ROW, (row: string, id: string, rule: string, shown: string) => {
    if (id === 'ID') return row;
    rules.add(id);
    const files = [...(tests.get(id) ?? [])].map((file) => `\`${file}\``).join(', ');
    const note = /^(?:not built|in part)[^;]*/.exec(shown)?.[0].trim();
    if (!files && !note) faults.push(`${id}: no test shows it and it does not say "not built"`);
    return `| ${id} | ${rule} | ${[note, files].filter(Boolean).join('; ')} |`;
  });
  for (const id of tests.keys())
    if (!rules.has(id)) faults.push(`${id}: cited by a test, unknown to docs/SPEC.md`);
  return { written, rules, faults };
}
