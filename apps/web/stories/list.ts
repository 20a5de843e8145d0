/** The page of all stories: their names, and the one that the address names in its four looks. */
import { rooms } from './stories.ts';
import type { Scheme } from './world/look.ts';

const asked = new URLSearchParams(window.location.search);
const locale = asked.get('locale') === 'en' ? 'en' : 'el';
const story = asked.get('story') ?? 'sign';
const titles: Record<keyof typeof rooms, string> = {
  session: 'Session and frame',
  upload: 'Upload',
  copies: 'Safe copies',
  desk: 'Desk and preview',
  signBox: 'Sign box',
  verify: 'Verify',
  history: 'History and sending',
  account: 'Account',
};

const search = (name: string, language: string) =>
  `?${new URLSearchParams({ story: name, locale: language })}`;

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function entry(name: string): HTMLElement {
  const link = make('a', { href: search(name, locale) }, name);
  if (name === story) link.setAttribute('aria-current', 'page');
  return make('li', {}, link);
}

function look(width: 'wide' | 'narrow', scheme: Scheme): HTMLElement {
  const frame = make('iframe', {
    src: `frame.html${search(story, locale)}&look=${scheme}`,
    title: `${story}, ${width}, ${scheme}`,
  });
  return make(
    'figure',
    {},
    make('figcaption', {}, `${width}, ${scheme}`),
    make('div', { className: width }, frame),
  );
}

const fill = (id: string, ...children: (Node | string)[]) =>
  document.getElementById(id)?.replaceChildren(...children);

fill('title', story);
fill(
  'switch',
  ...(['el', 'en'] as const).flatMap((language) => [
    make('a', { href: search(story, language) }, language),
    ' ',
  ]),
  make('a', { href: `frame.html${search(story, locale)}` }, 'alone'),
);
fill(
  'list',
  ...Object.entries(rooms).flatMap(([room, scenes]) => [
    make('h2', {}, titles[room as keyof typeof rooms]),
    make('ul', {}, ...Object.keys(scenes).map(entry)),
  ]),
);
fill('looks', look('wide', 'light'), look('narrow', 'light'), look('wide', 'dark'), look('narrow', 'dark'));
