import { documentObjects, isInstalled, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { foreseeStamp, formFields, inspect } from '../src/index.ts';
import { picture } from './appearance-page.ts';
import { changesOf } from './later-changes-support.ts';
import { judgedBy, lacks, open, pdfsig, sign, VISIBLE } from './support.ts';

const at = (x: number, y: number) => ({
  ...VISIBLE,
  placement: { page: 1, x, y, width: 200, height: 70 },
});
/** Blue all over, and one line of yellow letters 100 points from the bottom. */
const content =
  '0.1 0.35 0.85 rg 0 0 595 842 re f 1 1 0 rg BT /F1 20 Tf 40 100 Td (This line is not to be hidden) Tj ET';
const onText = at(40, 60);
const elsewhere = at(40, 400);
const make = (): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content }] }) });

/** The content stream of the appearance of the signature that was made last. */
function lastLook(file: Uint8Array): string {
  const pdf = open(file);
  const widget = formFields(pdf).at(-1)?.widgets.at(-1)?.dict;
  const look = pdf.resolve(pdf.dict(widget?.entries.get('AP'))?.entries.get('N'));
  if (look?.type !== 'stream') throw new Error('the signature has no appearance');
  return Buffer.from(pdf.decoded(look)).toString('latin1');
}
const ground = /^q\n1 g 0 0 200 70 re f\n/;

describe('the ground of a visible signature', () => {
  it('SGN-2 is opaque and white, over text and over nothing', async () => {
    for (const visible of [onText, elsewhere])
      expect(lastLook(await sign(make(), { visible }))).toMatch(ground);
  });

  it('SGN-2 MAP-8 a further one has it too, and hides no letters that others signed', async () => {
    const first = await sign(make(), { visible: elsewhere });
    const further = await sign(first, { visible: at(300, 600) });
    expect(lastLook(further)).toMatch(ground);
    expect(changesOf(further)?.level).toBe('form-filling');
  });

  it.each([
    ['letters of the page', onText],
    ['letters of the stamp before it', at(60, 420)],
  ])(
    'SGN-2 MAP-8 over %s that others signed a further one has none: they stay to be read',
    async (_, visible) => {
      const first = await sign(make(), { visible: elsewhere });
      const further = await sign(first, { visible });
      expect(lastLook(further)).toMatch(/^q\n0\.6 w 0\.55 G /);
      expect(changesOf(further)?.changes.filter(({ level }) => level === 'other')).toEqual([]);
    },
  );

  it('SGN-2 SGN-12 what is foreseen of it is what is made, in place and ground', async () => {
    const signed = await sign(make(), { visible: elsewhere });
    for (const [file, visible] of [
      [make(), onText],
      [signed, at(300, 600)],
      [signed, onText],
      [signed, at(60, 420)],
    ] as const) {
      const foreseen = foreseeStamp(open(file), visible.placement);
      const made = await sign(file, { visible });
      expect(ground.test(lastLook(made))).toBe(foreseen.opaque);
      const { x, y, width, height } = visible.placement;
      expect(foreseen).toMatchObject({ field: undefined, rect: [x, y, x + width, y + height] });
    }
    const beyond = { ...onText.placement, x: 590 };
    expect(() => foreseeStamp(open(signed), beyond)).toThrow(/outside/);
  });

  it('SGN-2 MAP-8 neither has one that fills an empty field over signed letters', async () => {
    const field = '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[40 60 240 130]/P 4 0 R/F 4>>';
    const form = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: '/AcroForm<</Fields[100 0 R]/SigFlags 1>>',
        pages: [{ content, entries: '/Annots[100 0 R]' }],
        more: [{ number: 100, body: field }],
      }),
    });
    const { placement: _, ...visible } = VISIBLE;
    expect((await look(form, visible)).startsWith('q\n1 g ')).toBe(true);
    const further = await sign(await sign(form), { field: 'Approval', visible });
    expect(changesOf(further)?.changes.filter(({ level }) => level === 'other')).toEqual([]);
  });

  it('SGN-2 whoever signs next is told of words under a stamp, with a ground or without, and of no others', async () => {
    const found = (file: Uint8Array) =>
      inspect(open(file))
        .findings.filter(({ kind }) => kind !== 'earlier_revision')
        .map(({ kind, excerpt }) => `${kind}: ${excerpt}`);
    const line = 'This line is not to be hidden';
    const first = await sign(make(), { visible: elsewhere });
    expect(found(first)).toEqual([]);
    expect(found(await sign(first, { visible: at(300, 600) }))).toEqual([]);
    const wide = { ...VISIBLE, placement: { page: 1, x: 40, y: 60, width: 300, height: 70 } };
    expect(found(await sign(make(), { visible: wide }))).toEqual([`text_under_annotation: ${line}`]);
    expect(found(await sign(first, { visible: wide }))).toEqual([`covered_text: ${line}`]);
  });

  it.skipIf(lacks('pdfsig'))(
    judgedBy(['pdfsig'], 'pdfsig accepts both signatures, one beside and one over letters'),
    async () => {
      const first = await sign(make(), { visible: elsewhere });
      for (const visible of [at(300, 600), onText]) {
        const [one, other] = pdfsig(await sign(first, { visible }));
        expect(one).toEqual({ valid: true, total: false });
        expect(other).toEqual({ valid: true, total: true });
      }
    },
  );

  const tools = (['mutool', 'pdftoppm'] as const).map((tool) => ({ tool, here: isInstalled(tool) }));
  describe.each(tools)('$tool', ({ tool, here }) => {
    const note = here ? '' : ` (skipped: ${tool} not installed)`;
    it.skipIf(!here)(`lets nothing of the page shine through${note}`, async () => {
      const shown = picture(tool, await sign(make(), { visible: onText }), 144);
      // From inside the frame: white, gray or black letters and their edges, white at every corner.
      const [left, top] = [40 * 2, (842 - 130) * 2];
      for (const [x, y] of [
        [4, 4],
        [395, 4],
        [4, 135],
        [395, 135],
      ] as const) {
        expect(shown.at(left + x, top + y)).toBe(255);
      }
      expect(shown.at(left - 4, top - 4)).toBeLessThan(160);
    });
  });
});

const look = async (file: Uint8Array, visible: NonNullable<Parameters<typeof sign>[1]>['visible']) =>
  lastLook(await sign(file, { field: 'Approval', ...(visible === undefined ? {} : { visible }) }));
