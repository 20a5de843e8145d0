import { describe, expect, it } from 'vitest';
import { strayImports } from '../styles/imports.ts';
import { judgeStyles } from '../styles/judge.ts';
import { longhandsOf } from '../styles/longhands.ts';
import { readStyles, UnjudgedStyle } from '../styles/rules.ts';
import { classesTogether } from '../styles/together.ts';

/** What is wrong with style files, given by path; `sources` put classes together. */
function judge(files: Record<string, string>, sources: string[] = [], first: string[] = []): string[] {
  const rules = Object.entries(files).flatMap(([file, css]) => readStyles(file, css).rules);
  return judgeStyles(rules, new Set(first), classesTogether(sources));
}

describe('the order in which style files load', () => {
  it('decided the columns of the signing screen once: the very files', () => {
    const problems = judge(
      {
        'features/sign/sign.css':
          '.ws-desk { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; align-items: start; }\n' +
          '.ws-sign-button.govgr-btn { width: 100%; min-height: 56px; font-size: 1.25rem; }',
        'features/sign/sign-box.css':
          '@media (width < 30rem) { .ws-sign-button.govgr-btn { font-size: 1.125rem; } }\n' +
          '@media (width >= 62rem) {\n  .ws-desk { grid-template-columns: minmax(0, 1fr) 21rem; }\n' +
          '  .ws-desk--group { grid-template-columns: 17rem minmax(0, 1fr) 20rem; }\n}',
      },
      ["<div className={documents.length > 1 ? 'ws-desk ws-desk--group' : 'ws-desk'}>"],
    );
    expect(problems).toEqual([
      '.ws-desk has more than one owner: features/sign/sign-box.css, features/sign/sign.css',
      expect.stringMatching(/sign\.css:1 \.ws-desk and .*sign-box\.css:3 \.ws-desk .*grid-template-columns$/),
      expect.stringMatching(/sign\.css:1 \.ws-desk and .*sign-box\.css:4 \.ws-desk--group /),
      expect.stringMatching(/sign\.css:2 \.ws-sign-button\.govgr-btn and .*sign-box\.css:1 .*font-size$/),
    ]);
  });

  it('decides nothing where another file says where the class stands, and so weighs more', () => {
    expect(
      judge({
        'common/viewer/sheet.css': '.ws-sheet { margin: 0; }',
        'features/sign/sign.css':
          '.ws-desk .ws-sheet { margin-bottom: 12rem; } .ws-main:has(.ws-desk) { margin: 0 }',
        'styles/base.css': '.ws-main { margin: 1rem; }',
      }),
    ).toEqual([]);
  });

  it('decides between two rules of the same weight for one class, within others', () => {
    const files = {
      'common/ui/signatures.css': '.ws-signature .ws-icon { color: green; }',
      'features/verify/verify.css': '.ws-result .ws-icon { color: red; }',
    };
    expect(judge(files)).toEqual([expect.stringContaining('decides color')]);
    expect(
      judge({ ...files, 'features/verify/verify.css': '.ws-result .ws-icon { color: green; }' }),
    ).toEqual([]);
  });

  it('decides nothing between children of parents that are never one', () => {
    const files = {
      'common/ui/signatures.css': '.ws-signature > .ws-icon { color: green; }',
      'features/verify/verify.css': '.ws-result > .ws-icon { color: red; }',
    };
    expect(judge(files)).toEqual([]);
    expect(judge(files, ['<li className="ws-result ws-signature">'])).toHaveLength(1);
  });

  it('decides between two classes that the sources put on one element', () => {
    const files = {
      'common/evidence.css': '.ws-evidence { margin-block: 1rem; }',
      'features/verify/verify.css': '.ws-verify__links { margin: 0 0 2rem; }',
    };
    expect(judge(files)).toEqual([]);
    const source = 'const look = `ws-evidence $' + "{isLast ? 'ws-verify__links' : ''}`;";
    expect(judge(files, [source])).toEqual([expect.stringContaining('margin-top, margin-bottom')]);
  });

  it('decides nothing between features, unless a rule reaches beyond its own', () => {
    const files = {
      'features/history/history.css': '.ws-pager .govgr-btn { width: 1px; }',
      'features/verify/verify.css': '.ws-result .govgr-btn { width: 2px; }',
    };
    expect(judge(files)).toEqual([]);
    expect(
      judge({ ...files, 'features/verify/verify.css': '.govgr-body .govgr-btn { width: 2px; }' }),
    ).toHaveLength(1);
  });

  it('is written down for the files that every page has', () => {
    const files = {
      'styles/base.css': '.ws-container { width: 1px; }',
      'features/sign/sign.css': '.ws-container.ws-wide { width: 2px; } .govgr-btn { width: 3px; }',
      'styles/controls.css': '.govgr-btn { width: 4px; } .govgr-btn.ws-wide { width: 5px; }',
    };
    expect(judge(files, [], ['styles/base.css', 'styles/controls.css'])).toEqual([]);
    expect(judge(files)).not.toEqual([]);
  });

  it('is not left to modules that import the styles of packages, or those of every page once more', () => {
    const modules = new Map([
      ['main.tsx', "import './styles/index.css';"],
      ['features/sign/SignPage.tsx', "import './sign.css';\nimport '../../common/marks.css';"],
      ['features/verify/VerifyPage.tsx', "import 'viewer/dist/viewer.css';\nimport '../../styles/base.css';"],
      [
        'features/history/load.ts',
        "await import('viewer/dist/viewer.css');\nimport styles from '../../styles/index.css';",
      ],
    ]);
    expect(strayImports(modules, new Set(['styles/base.css']))).toEqual([
      expect.stringMatching(/^features\/verify\/VerifyPage\.tsx imports viewer\/dist\/viewer\.css/),
      expect.stringMatching(/^features\/verify\/VerifyPage\.tsx imports \.\.\/\.\.\/styles\/base\.css/),
      expect.stringMatching(/^features\/history\/load\.ts imports viewer/),
      expect.stringMatching(/^features\/history\/load\.ts imports \.\.\/\.\.\/styles\/index\.css/),
    ]);
  });

  it('is not the matter of boxes and importance that differ', () => {
    expect(
      judge({
        'common/a.css': '.govgr-btn::before { width: 1px; } .govgr-btn { height: 1px !important; }',
        'common/b.css': '.govgr-btn { width: 2px; height: 2px; }',
      }),
    ).toEqual([]);
  });
});

describe('a style file', () => {
  const rule = (css: string) => readStyles('a.css', css).rules[0];

  it('weighs its selectors as Selectors Level 4 does', () => {
    const weights = {
      '.ws-a.ws-b > p:hover::before': '0,3,2',
      '#ws a[href]': '1,1,1',
      ':is(.ws-a, p) :where(.ws-b .ws-c)': '0,1,0',
      'li:not(.ws-a):has(> p)': '0,1,2',
      ':where(.ws-narrow > *)': '0,0,0',
    };
    for (const [selector, weight] of Object.entries(weights))
      expect([selector, rule(`${selector} { width: 1px }`)?.specificity]).toEqual([selector, weight]);
  });

  it('tells what it sets, shorthands taken apart', () => {
    expect([
      ...(rule('.ws-a { inset: 0; flex: 1; color: red !important }')?.properties.keys() ?? []),
    ]).toEqual([...['top', 'right', 'bottom', 'left', 'flex-grow', 'flex-shrink', 'flex-basis', 'color!']]);
    expect(longhandsOf('border-inline-start')).toEqual(longhandsOf('border-left'));
    expect(longhandsOf('border')).toContain('border-left-color');
  });

  it.each([
    '@layer screen { .ws-a { width: 1px } }',
    '@layer second, first;',
    '@media print { @layer second, first; }',
    '@scope (.ws-a) { .ws-b { width: 1px } }',
    '@starting-style { .ws-a { width: 1px } }',
    '@keyframes turn { from { width: 1px } }',
    '@property --wide { syntax: "*"; inherits: false }',
    '@font-face { font-family: Own; src: url(own.woff2) }',
    '@of-tomorrow { .ws-a { width: 1px } }',
    '@media print { @of-tomorrow sideways; }',
    '@import "./b.css";',
    '.ws-a { width: 1px; .ws-b & { width: 2px } }',
    '.ws-a { .ws-b { width: 2px } }',
    '.ws-a { @media print { width: 2px } }',
  ])('is refused where it uses what is not judged: %s', (css) => {
    expect(() => readStyles('features/sign/sign.css', css)).toThrow(UnjudgedStyle);
  });

  it.each(['layer(first)', 'layer', 'supports(display: grid)', 'print', 'layer(first) print'])(
    'that imports others names them and nothing else, not %s',
    (condition) => {
      const list = (last: string) =>
        readStyles('styles/index.css', `@import "./a.css";\n@import "./b.css"${last};`);
      expect(list('').imports).toEqual(['./a.css', './b.css']);
      expect(() => list(` ${condition}`)).toThrow(UnjudgedStyle);
    },
  );
});
