import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

/** Attributes whose text a person sees or hears. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'hint',
  'placeholder',
  'title',
]);
const joins = new Set(['+', '&&', '||', '??']);
const letters = /\p{L}/u;

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The text of a literal or of a template's fixed parts; what calls and variables give is not judged. */
function texts(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'JSXText' || node.type === 'StringLiteral') return [String(node.value)];
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { cooked: string }[]).map(({ cooked }) => cooked ?? '');
  if (node.type === 'JSXExpressionContainer') return texts(node.expression);
  if (node.type === 'ParenthesisExpression') return texts(node.expression);
  if (node.type === 'ConditionalExpression') return [...texts(node.consequent), ...texts(node.alternate)];
  if (node.type === 'BinaryExpression' && joins.has(String(node.operator)))
    return [...texts(node.left), ...texts(node.right)];
  return [];
}

/** Texts in JSX that come from no catalogue: children, and the attributes that are seen or heard. */
function literalsIn(source: string): string[] {
  const found: string[] = [];
  const add = (node: unknown) => found.push(...texts(node).filter((text) => letters.test(text)));
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && (value.type === 'JSXElement' || value.type === 'JSXFragment'))
      (value.children as unknown[]).forEach(add);
    if (isNode(value) && value.type === 'JSXAttribute' && spoken.has(String((value.name as Node).value)))
      add(value.value);
    Object.values(value).forEach(walk);
  };
  walk(parseSync(source, { syntax: 'typescript', tsx: true }));
  return found;
}

describe('texts outside the catalogues', () => {
  it('MSG finds what it looks for', () => {
    const source = `export const A = ({ t, x }) => (
      <>
        Κείμενο {'λέξη'} {x ? 'yes' : t('key')} {\`\${x} λεπτά\`} · {x}
        <p title="Title" className="class" aria-label={'Label ' + x}>{t('other')}</p>
      </>
    );`;
    expect(literalsIn(source).map((text) => text.trim())).toEqual([
      'Κείμενο',
      'λέξη',
      'yes',
      'λεπτά',
      'Title',
      'Label',
    ]);
  });

  it('MSG HDR-5 no component has any', () => {
    const folder = new URL('../src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tsx'),
    );
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((name) =>
      literalsIn(readFileSync(new URL(name, folder), 'utf8')).map((text) => `${name}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('MSG HDR-5 no Greek letters stand in a source but the catalogues', () => {
    const folder = new URL('../src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !name.startsWith('i18n/'),
    );
    const strings = (value: unknown): string[] => {
      if (Array.isArray(value)) return value.flatMap(strings);
      if (typeof value !== 'object' || value === null) return [];
      return [...texts(value), ...Object.values(value).flatMap(strings)];
    };
    const found = files.flatMap((name) =>
      strings(
        parseSync(readFileSync(new URL(name, folder), 'utf8'), {
          syntax: 'typescript',
          tsx: name.endsWith('x'),
        }),
      )
        .filter((text) => /\p{Script=Greek}{2}/u.test(text))
        .map((text) => `${name}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
