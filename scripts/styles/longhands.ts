/** The properties that a shorthand sets, as far as WebSign's styles name them; every other one sets itself. */
const SIDES = ['top', 'right', 'bottom', 'left'];
const AXES: Record<string, string[]> = {
  block: ['top', 'bottom'],
  inline: ['left', 'right'],
  'block-start': ['top'],
  'block-end': ['bottom'],
  // Greek and English run from left to right; for another direction both would be meant.
  'inline-start': ['left'],
  'inline-end': ['right'],
};
const BORDER_PARTS = ['width', 'style', 'color'];

const TABLE = new Map<string, string[]>([
  [
    'background',
    ['color', 'image', 'position', 'size', 'repeat', 'clip'].map((part) => `background-${part}`),
  ],
  ['flex', ['flex-grow', 'flex-shrink', 'flex-basis']],
  ['flex-flow', ['flex-direction', 'flex-wrap']],
  ['font', ['font-family', 'font-size', 'font-style', 'font-weight', 'font-variant-numeric', 'line-height']],
  ['gap', ['row-gap', 'column-gap']],
  ['grid-area', ['grid-row-start', 'grid-row-end', 'grid-column-start', 'grid-column-end']],
  ['grid-column', ['grid-column-start', 'grid-column-end']],
  ['grid-row', ['grid-row-start', 'grid-row-end']],
  ['grid-template', ['grid-template-columns', 'grid-template-rows', 'grid-template-areas']],
  ['inline-size', ['width']],
  ['block-size', ['height']],
  ['min-inline-size', ['min-width']],
  ['min-block-size', ['min-height']],
  ['max-inline-size', ['max-width']],
  ['max-block-size', ['max-height']],
  ['list-style', ['list-style-type', 'list-style-position', 'list-style-image']],
  ['outline', BORDER_PARTS.map((part) => `outline-${part}`)],
  ['overflow', ['overflow-x', 'overflow-y']],
  ['place-content', ['align-content', 'justify-content']],
  ['place-items', ['align-items', 'justify-items']],
  ['place-self', ['align-self', 'justify-self']],
  ['text-decoration', ['line', 'style', 'color', 'thickness'].map((part) => `text-decoration-${part}`)],
  ['border', SIDES.flatMap((side) => BORDER_PARTS.map((part) => `border-${side}-${part}`))],
]);

for (const box of ['margin', 'padding', 'scroll-margin', 'scroll-padding']) addSides(box, `${box}-`);
addSides('inset', '');
for (const side of SIDES)
  TABLE.set(
    `border-${side}`,
    BORDER_PARTS.map((part) => `border-${side}-${part}`),
  );
for (const part of BORDER_PARTS)
  TABLE.set(
    `border-${part}`,
    SIDES.map((side) => `border-${side}-${part}`),
  );
for (const [axis, sides] of Object.entries(AXES)) {
  TABLE.set(
    `border-${axis}`,
    sides.flatMap((side) => BORDER_PARTS.map((part) => `border-${side}-${part}`)),
  );
  for (const part of BORDER_PARTS)
    TABLE.set(
      `border-${axis}-${part}`,
      sides.map((side) => `border-${side}-${part}`),
    );
}

function addSides(box: string, prefix: string): void {
  TABLE.set(
    box,
    SIDES.map((side) => `${prefix}${side}`),
  );
  for (const [axis, sides] of Object.entries(AXES))
    TABLE.set(
      `${box}-${axis}`,
      sides.map((side) => `${prefix}${side}`),
    );
}

export const longhandsOf = (property: string): string[] => TABLE.get(property) ?? [property];
