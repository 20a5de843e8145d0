import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CSSOptions } from 'vite';

type PostcssPlugin = NonNullable<Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins']>[number];

/** Every `govgr-…` class that the sources name. */
export function classesIn(folder: string): Set<string> {
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsx?|css)$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const match of text.matchAll(/govgr-[\w-]+/g)) found.add(match[0]);
  }
  return found;
}

/**
 * What is left of one selector of the design system: `null` when nothing here can match it. `dark` tells that
 * the rule belongs to the dark theme, which follows the system's preference instead of a class on the root.
 */
export function keepSelector(
  selector: string,
  used: Set<string>,
): { selector: string; dark: boolean } | null {
  if (/\.darker\b|\.light\b/.test(selector)) return null;
  const dark = /\.dark\b/.test(selector);
  const plain = selector
    .replace(/:root\.dark\b|^\.dark$/, ':root')
    .replace(/\.dark\b/, ':root')
    .trim();
  for (const match of plain.matchAll(/\.((?:\\.|[\w-])+)/g)) {
    const name = (match[1] ?? '').replaceAll('\\', '');
    if (!used.has(name)) return null;
  }
  return { selector: plain, dark };
}

/** Takes the rules that no source names out of the design system's CSS and turns `.dark` into a media query. */
export function govgrCss(used: Set<string>): PostcssPlugin {
  return {
    postcssPlugin: 'govgr-css',
    Once(root, { AtRule }) {
      root.walkRules((rule) => {
        if (!rule.source?.input.file?.includes('@digigov')) return;
        const parent = rule.parent;
        if (parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes'))
          return;
        // The theme's colours must reach pseudo-elements by inheritance, or the dark ones never would.
        const isPalette = rule.selectors.includes(':root') && rule.selectors.includes(':after');
        const kept = rule.selectors
          .filter((selector) => !(isPalette && selector !== ':root'))
          .map((selector) => keepSelector(selector, used))
          .filter((selector) => selector !== null);
        if (kept.length === 0) {
          rule.remove();
          return;
        }
        rule.selectors = [...new Set(kept.map((selector) => selector.selector))];
        if (kept.some((selector) => selector.dark)) {
          const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)' });
          rule.replaceWith(media);
          media.append(rule);
        }
      });
      root.walkAtRules((rule) => {
        if (rule.nodes?.length === 0) rule.remove();
      });
    },
  };
}
