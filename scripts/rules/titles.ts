import { parseSync } from '@swc/core';

/** What a test's title is given to; `test.each(…)`, `test.skipIf(…).each(…)` and `describe.for(…)` are theirs, too. */
const CALLED = new Set(['it', 'test', 'describe']);

/**
 * The titles of the tests in a source file, `describe` included. Where a title depends on a condition or has parts, each
 * text that it may hold is one; the placeholders of a template stand for nothing.
 */
export function titlesIn(source: string): string[] {
  const titles: string[] = [];
  visit(parseSync(source, { syntax: 'typescript', target: 'es2024' }), (node) => {
    if (node.type !== 'CallExpression' || !CALLED.has(rootOf(node.callee) ?? '')) return;
    const [title] = node.arguments as { expression: unknown }[];
    titles.push(...textsOf(title?.expression));
  });
  return titles;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, look);
  else if (isNode(value)) {
    look(value);
    for (const each of Object.values(value)) visit(each, look);
  }
}

/** The name that a chain of members and calls begins with: `test` of `test.skipIf(none).each(cases)`. */
function rootOf(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') return callee.value as string;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : undefined;
}

/** The texts of a title that is a string, a template, a choice between two or a sum of them. */
function textsOf(title: unknown): string[] {
  if (!isNode(title)) return [];
  switch (title.type) {
    case 'StringLiteral':
      return [title.value as string];
    case 'TemplateLiteral':
      return [(title.quasis as { raw: string }[]).map(({ raw }) => raw).join('…')];
    case 'ConditionalExpression':
      return [...textsOf(title.consequent), ...textsOf(title.alternate)];
    case 'BinaryExpression':
      return [...textsOf(title.left), ...textsOf(title.right)];
    case 'ParenthesisExpression':
      return textsOf(title.expression);
    default:
      return [];
  }
}
