import { el, type Said, type Words } from './words/el.ts';
import { en } from './words/en.ts';

/** What one letter says, in whichever language. */
export interface Content {
  /** Whom it addresses; the recipient of a document is not known by name. */
  readonly name?: string;
  readonly said: (words: Words) => Said;
  readonly facts: (words: Words) => readonly [label: string, value: string][];
  /** Names of files, made harmless; `total` is how many there are in all. */
  readonly files?: { readonly names: readonly string[]; readonly total: number };
  /** What to do if it was not the reader. */
  readonly warning?: (words: Words) => string;
}

export interface Surround {
  readonly demo: boolean;
  /** The application's address; empty: no link. */
  readonly origin: string;
}

type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly [string, string][] }
  | {
      readonly kind: 'files';
      readonly label: string;
      readonly names: readonly string[];
      readonly more: string;
    }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

const text = (words: string): Block => ({ kind: 'text', text: words });

function blocks(content: Content, words: Words, { demo, origin }: Surround): Block[] {
  const { name, files, warning } = content;
  const list: Block[] = demo ? [text(words.demo)] : [];
  if (name !== undefined) list.push(text(words.greeting(name)));
  list.push(...content.said(words).paragraphs.map(text));
  const facts = content.facts(words);
  if (facts.length > 0) list.push({ kind: 'facts', facts });
  if (files) {
    const more = files.total > files.names.length ? words.more(files.total - files.names.length) : '';
    const label = files.total === 1 ? words.file : words.files;
    list.push({ kind: 'files', label, names: files.names, more });
  }
  if (warning) list.push(text(warning(words)));
  if (origin !== '') list.push({ kind: 'link', label: words.page, url: origin });
  list.push(text(words.closing));
  return list;
}

function plain(block: Block): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'link') return `${block.label}: ${block.url}/`;
  if (block.kind === 'facts') return block.facts.map(([label, value]) => `${label}: ${value}`).join('\r\n');
  const names = block.names.map((name) => `- ${name}`);
  return [`${block.label}:`, ...names, ...(block.more === '' ? [] : [block.more])].join('\r\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (words: string): string => words.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');

function html(block: Block): string {
  if (block.kind === 'text') return `<p>${escaped(block.text)}</p>`;
  if (block.kind === 'link') {
    return `<p>${escaped(block.label)}: <a href="${escaped(block.url)}/">${escaped(block.url)}/</a></p>`;
  }
  if (block.kind === 'facts') {
    const rows = block.facts.map(
      ([label, value]) => `${escaped(label)}: <strong><bdi>${escaped(value)}</bdi></strong>`,
    );
    return `<p>${rows.join('<br>\r\n')}</p>`;
  }
  const names = block.names.map((name) => `<li><bdi>${escaped(name)}</bdi></li>`);
  const more = block.more === '' ? '' : `\r\n<p>${escaped(block.more)}</p>`;
  return `<p>${escaped(block.label)}:</p>\r\n<ul>\r\n${names.join('\r\n')}\r\n</ul>${more}`;
}

/** Greek first, English beneath: subject, plain text, and the same as simple HTML without anything that is fetched. */
export function page(content: Content, surround: Surround): { subject: string; text: string; html: string } {
  const greek = blocks(content, el, surround);
  const english = blocks(content, en, surround);
  const rule = `\r\n\r\n${'-'.repeat(24)}\r\n\r\n`;
  const section = (lang: string, list: Block[]) =>
    `<div lang="${lang}">\r\n${list.map(html).join('\r\n')}\r\n</div>`;
  const subject = `${content.said(el).subject} / ${content.said(en).subject}`;
  return {
    subject,
    text: `${[greek, english].map((list) => list.map(plain).join('\r\n\r\n')).join(rule)}\r\n`,
    html: [
      '<!DOCTYPE html>',
      `<html lang="el"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
      '<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">',
      section('el', greek),
      '<hr>',
      section('en', english),
      '</body></html>',
      '',
    ].join('\r\n'),
  };
}
