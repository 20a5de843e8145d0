import DOMPurify from 'dompurify';

const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'ul', 'li', 'a'],
  ALLOWED_ATTR: ['href', 'target', 'rel'],
};

/**
 * POP-1: p, br, strong, ul, li, and links to our own origin or to one of `manuals` (full addresses); a link to
 * anywhere else keeps its text only.
 */
export function sanitize(html: string, manuals: string[]): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  const trusted = new Set(manuals.map((address) => new URL(address, window.location.href).href));
  for (const link of fragment.querySelectorAll('a')) {
    const target = new URL(link.href, window.location.href);
    const ours = target.origin === window.location.origin && /^https?:$/.test(target.protocol);
    if (!ours && !trusted.has(target.href)) link.replaceWith(...link.childNodes);
    else link.rel = 'noopener noreferrer';
  }
  return fragment;
}
