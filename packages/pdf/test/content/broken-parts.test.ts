import { describe, expect, it } from 'vitest';
import { drawPage } from '../../src/content/draw.ts';
import { pageAt } from '../../src/index.ts';
import { open } from '../support.ts';
import { draw, form, pageFile, words } from './drawing.ts';

/** An object that cannot be read. */
const BROKEN = { number: 110, body: '<</A ]>>' };

describe('what goes on behind a part that breaks off', () => {
  it('a mask whose form is broken takes nothing else of the page', () => {
    const content = 'q /M gs 0 0 9 9 re f Q BT /F1 9 Tf 20 30 Td (shown) Tj ET';
    const drawn = draw(content, {
      resources: '/ExtGState<</M<</SMask<</S/Luminosity/G 100 0 R>>>>>>',
      more: [form(100, '0 0 9 9 re f /X Do', '/BBox[0 0 9 9]/Group 110 0 R'), BROKEN],
    });
    expect(words(drawn)).toEqual(['shown']);
    expect(drawn.texts[0]?.line.slice(0, 2)).toEqual([20, 30]);
    expect(drawn.texts[0]?.masks).toEqual([]);
    expect(drawn.unreadable).toContainEqual({ code: 'broken_object' });
  });

  it('a form that cannot be read leaves state, marked content and depth as they were', () => {
    const told: string[] = [];
    const pdf = open(
      pageFile(`${'/X Do '.repeat(40)} BT /F1 9 Tf 20 30 Td (shown) Tj ET`, {
        resources: '/XObject<</X 100 0 R>>/ExtGState<</M<</SMask<</S/Luminosity/G 101 0 R>>>>>>',
        more: [
          form(100, '/A BMC 5 0 0 5 0 0 cm /M gs BT (a) Tj ET EMC', '/BBox[0 0 9 9]'),
          form(101, '/B BMC /P gs', '/BBox[0 0 9 9]/Group 110 0 R/Resources<</ExtGState 110 0 R>>'),
          BROKEN,
        ],
      }),
    );
    drawPage(pdf, pageAt(pdf, 1), {
      text: ({ bytes, line }) => told.push(`${Buffer.from(bytes).toString()} ${line[0]}`),
      paint: () => {},
      begin: () => told.push('['),
      end: () => told.push(']'),
    });
    expect(told.at(-1)).toBe('shown 20');
    expect(told.filter((one) => one === '[').length).toBe(told.filter((one) => one === ']').length);
  });
});
