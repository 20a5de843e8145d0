export type Scheme = 'light' | 'dark';

/** A condition that always holds, and one that never does. */
const conditions = { dark: '(width >= 0px)', light: '(width < 0px)' } satisfies Record<Scheme, string>;
const forDark = /\(prefers-color-scheme: ?dark\)/g;

/**
 * Draws the page in `scheme` whatever the browser prefers, so that one window shows both: browsers know no preference
 * for a single frame. What is written for dark windows is made to hold always, or never.
 */
export function wear(scheme: Scheme): void {
  document.documentElement.style.colorScheme = scheme;
  const turnAll = () => {
    for (const sheet of document.styleSheets) turn(sheet.cssRules, conditions[scheme]);
  };
  new MutationObserver(turnAll).observe(document.head, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  // A sheet that is linked comes later than its link; the event does not bubble.
  document.addEventListener('load', turnAll, { capture: true });
  turnAll();
}

function turn(rules: CSSRuleList, condition: string): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.match(forDark))
      rule.media.mediaText = rule.media.mediaText.replace(forDark, condition);
    if (rule instanceof CSSGroupingRule) turn(rule.cssRules, condition);
  }
}
