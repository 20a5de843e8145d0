import { stampLines } from '@websign/contract/words/stamp';
import { layoutStamp, readFont } from '@websign/pdf/stamp';
import { signatureFont } from '@websign/ports';
import { documentObjects, type TestPage, writePdf } from '@websign/testkit';
import { expectAccessible } from '../accessibility.ts';
import { plainPdf, type UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import type { SignPage } from '../pages/sign.ts';
import { appendedRect, uploaded } from '../signing.ts';
import { filled, wordsOf } from '../words.ts';

const words = wordsOf('el');
const { presets } = words.placement;

const onePage = (name: string, page: TestPage): UploadFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(writePdf({ objects: documentObjects({ pages: [page] }), kind: 'table' })),
});

interface Sheet {
  file: UploadFile;
  /** The CropBox: left, bottom, right, top. */
  crop: [number, number, number, number];
  rotate: 0 | 90 | 180 | 270;
  preset: string;
}

const sheets: Sheet[] = [
  {
    file: onePage('όρθια.pdf', { content: '' }),
    crop: [0, 0, 595, 842],
    rotate: 0,
    preset: presets.bottomLeft,
  },
  {
    file: onePage('δεξιά.pdf', { entries: '/Rotate 90/CropBox[20 30 520 730]', content: '' }),
    crop: [20, 30, 520, 730],
    rotate: 90,
    preset: presets.topRight,
  },
  {
    file: onePage('ανάποδα.pdf', { entries: '/Rotate 180/CropBox[50 100 450 800]', content: '' }),
    crop: [50, 100, 450, 800],
    rotate: 180,
    preset: presets.bottomRight,
  },
  {
    file: onePage('αριστερά.pdf', {
      mediaBox: '/MediaBox[-100 -50 1100 750]',
      entries: '/Rotate 270',
      content: '',
    }),
    crop: [-100, -50, 1100, 750],
    rotate: 270,
    preset: presets.topCenter,
  },
];

type Fractions = { left: number; top: number; right: number; bottom: number };

/** Where a rectangle of the page's own space is seen, as fractions of the page as it is shown. */
function seen(rect: number[], { crop, rotate }: Sheet): Fractions {
  const [x0, y0, x1, y1] = crop;
  const [width, height] = [x1 - x0, y1 - y0];
  const at = (x: number, y: number): [number, number] =>
    ({
      0: [(x - x0) / width, (y1 - y) / height],
      90: [(y - y0) / height, (x - x0) / width],
      180: [(x1 - x) / width, (y - y0) / height],
      270: [(y1 - y) / height, (x1 - x) / width],
    })[rotate] as [number, number];
  const [a, b] = [at(rect[0] ?? 0, rect[1] ?? 0), at(rect[2] ?? 0, rect[3] ?? 0)];
  return {
    left: Math.min(a[0], b[0]),
    right: Math.max(a[0], b[0]),
    top: Math.min(a[1], b[1]),
    bottom: Math.max(a[1], b[1]),
  };
}

/** Where the box stands on the screen, as fractions of the sheet. */
async function shown(sign: SignPage): Promise<Fractions> {
  return sign.page.evaluate(() => {
    const sheet = document.querySelector('.ws-sheet')?.getBoundingClientRect();
    const box = document.querySelector('.ws-box')?.getBoundingClientRect();
    if (!sheet || !box) throw new Error('nothing to be seen');
    return {
      left: (box.left - sheet.left) / sheet.width,
      right: (box.right - sheet.left) / sheet.width,
      top: (box.top - sheet.top) / sheet.height,
      bottom: (box.bottom - sheet.top) / sheet.height,
    };
  });
}

test('SGN-2 SGN-3 on turned, cropped and unequal pages, after zooming, what is seen is what is signed', async ({
  page,
  signer,
}) => {
  const sign = await uploaded(page, words, signer, ...sheets.map(({ file }) => file));
  const group = page.getByRole('navigation', { name: words.sign.group });
  const screens: Fractions[] = [];
  for (const [index, { file, preset }] of sheets.entries()) {
    await group.getByRole('link', { name: file.name }).click();
    await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible();
    await sign.ready();
    await sign.preset(preset);
    // Each at another zoom, and moved by hand from the preset.
    const zoom = page.getByRole('combobox', { name: words.viewer.zoom });
    await zoom.selectOption(['0.5', '1.5', 'width', '0.75'][index] ?? 'page');
    await sign.box.press('Shift+ArrowLeft');
    await sign.box.press('ArrowUp');
    screens.push(await shown(sign));
  }
  await sign.sign(signer.password, await freshOtp(signer));
  await expect(
    page.getByRole('heading', { name: filled(words.done.titleMany_other, { count: 4 }) }),
  ).toBeVisible({
    timeout: 60_000,
  });
  for (const [index, sheet] of sheets.entries()) {
    await group.getByRole('link', { name: sheet.file.name }).click();
    await expect(page.getByRole('heading', { level: 1, name: sheet.file.name })).toBeVisible();
    const { bytes } = await sign.save(sign.download);
    const signed = seen(appendedRect(sheet.file.buffer, bytes), sheet);
    for (const edge of ['left', 'right', 'top', 'bottom'] as const) {
      // A part in five hundred: about a pixel.
      expect(
        Math.abs(signed[edge] - (screens[index]?.[edge] ?? 9)),
        `${sheet.file.name} ${edge}`,
      ).toBeLessThan(0.002);
    }
  }
});

test('SGN-2 SGN-3 by keys and numbers: millimetres, centimetres, other sizes, and never off the page, which is said @narrow', async ({
  page,
  signer,
}) => {
  const sign = await uploaded(page, words, signer, onePage('κενό.pdf', { content: '' }));
  await sign.preset(presets.bottomLeft);
  await expect
    .poll(() => sign.numbers())
    .toMatchObject({ page: 1, x: 1.27, y: 1.27, width: 7.41, height: 2.54 });
  await sign.box.press('ArrowRight');
  await sign.box.press('Shift+ArrowUp');
  await expect.poll(() => sign.numbers()).toMatchObject({ x: 1.37, y: 2.27 });
  await sign.corner.press('Shift+ArrowRight');
  await sign.corner.press('ArrowDown');
  await expect.poll(() => sign.numbers()).toMatchObject({ x: 1.37, y: 2.17, width: 8.41, height: 2.64 });
  await expect(page.getByText(words.placement.limited)).toHaveCount(0);

  for (let presses = 0; presses < 5; presses += 1) await sign.box.press('Shift+ArrowLeft');
  await expect.poll(async () => (await sign.numbers()).x).toBe(0);
  await expect(page.getByText(words.placement.limited)).toBeVisible();
  await sign.enter(words.placement.x, '5,5');
  await expect.poll(async () => (await sign.numbers()).x).toBe(5.5);
  await expect(page.getByText(words.placement.limited)).toHaveCount(0);
  await sign.enter(words.placement.y, '99999');
  await expect.poll(async () => (await sign.numbers()).y).toBe(27.06);
  await expect(page.getByText(words.placement.limited)).toBeVisible();
  await expectAccessible(page);
  await sign.enter(words.placement.width, 'πολύ');
  await expect.poll(async () => (await sign.numbers()).width).toBe(8.41);
});

test('SGN-2 at 1280 by 800 the box is in the window after every choice of a place', async ({
  page,
  signer,
}) => {
  const sign = await uploaded(page, words, signer, plainPdf('αίτηση.pdf'));
  const inWindow = () =>
    sign.box.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await expect.poll(inWindow).toBe(true);
  for (const name of [presets.topLeft, presets.bottomCenter, presets.topRight, presets.bottomRight]) {
    await sign.preset(name);
    await expect.poll(inWindow).toBe(true);
  }
  await sign.enter(words.placement.page, '1');
  await expect.poll(inWindow).toBe(true);
});

test('SGN-2 over text or a note the box warns and offers the nearest free place', async ({
  page,
  signer,
}) => {
  const text = 'BT /F1 14 Tf 300 60 Td (This line stands where signatures go) Tj ET';
  const note = '/Annots[<</Type/Annot/Subtype/Square/Rect[36 700 300 806]/F 4>>]';
  const sign = await uploaded(page, words, signer, onePage('κείμενο.pdf', { content: text, entries: note }));
  const warning = page.getByText(words.placement.overlap);
  // The proposed place has made room already.
  await expect(warning).toHaveCount(0);
  await expect.poll(async () => (await sign.numbers()).y).not.toBe(1.27);
  for (const name of [presets.bottomRight, presets.topLeft]) {
    await sign.preset(name);
    await expect(warning).toBeVisible();
    const covering = await sign.numbers();
    await page.getByRole('button', { name: words.placement.free }).click();
    await expect(warning).toHaveCount(0);
    const free = await sign.numbers();
    expect({ width: free.width, height: free.height }).toEqual({
      width: covering.width,
      height: covering.height,
    });
    expect(free).not.toEqual(covering);
  }
});

test.describe('elsewhere in the world', () => {
  test.use({ timezoneId: 'America/New_York' });
  test("SGN-2 the box shows the time in the service's zone, as the signature will", async ({
    page,
    signer,
  }) => {
    const sign = await uploaded(page, words, signer, plainPdf('αίτηση.pdf'));
    await expect.poll(() => sign.stamp()).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d:00 \+0[23]:00/);
  });
});

/** The lines of the box as the page draws them: what they say, how large, and from where on in the box. */
const drawn = (sign: SignPage) =>
  sign.page.locator('.ws-look [data-text]').evaluateAll((lines) =>
    lines.map((line) => {
      const [em = 0, , , , x = 0, y = 0] = (line.getAttribute('transform') ?? '')
        .replace(/^matrix\(|\)$/g, '')
        .split(' ')
        .map(Number);
      const [role, text = ''] = ['data-role', 'data-text'].map((name) => line.getAttribute(name) ?? '');
      return { role, text, size: em * 1000, x, y };
    }),
  );

test('SGN-2 the box has the lines that the engine lays out for the document, in every size', async ({
  page,
  signer,
}) => {
  // The minute that is shown stays the same.
  await page.clock.setFixedTime(new Date());
  const sign = await uploaded(page, words, signer, plainPdf('αίτηση.pdf'));
  const { metrics } = readFont(signatureFont());
  const said = { reason: '', title: '' };
  await expect.poll(() => sign.stamp()).toMatch(/:00$/);
  const time = (await sign.stamp()).match(/\d\d\/.*:00/)?.[0] ?? '';
  const name = (await drawn(sign)).flatMap(({ role, text }) => (role === 'name' ? [text] : [])).join(' ');
  const agrees = async () => {
    const ground = page.locator('.ws-look rect').first();
    const [width, height] = [await ground.getAttribute('width'), await ground.getAttribute('height')].map(
      Number,
    );
    const lines = await drawn(sign);
    const text = { name, lines: stampLines('el', { ...said, time }) };
    const { texts } = layoutStamp(text, { width: width ?? 0, height: height ?? 0 }, metrics);
    expect(lines.map(({ text: line }) => line)).toEqual(texts.map(({ text: line }) => line));
    for (const [index, { x, y, size }] of texts.entries()) {
      expect(lines[index]?.x).toBeCloseTo(x, 3);
      expect(lines[index]?.y).toBeCloseTo(y, 3);
      expect(lines[index]?.size).toBeCloseTo(size, 3);
    }
  };
  await agrees();
  await sign.open.click();
  said.reason = 'Έγκριση της υπ’ αριθ. 4711/2026 απόφασης — approved «as is» & signed, Ἀθῆναι ᾧ ᾄδω';
  said.title = 'Προϊσταμένη Τμήματος Πρωτοκόλλου';
  await sign.reason.fill(said.reason);
  await sign.title.fill(said.title);
  await sign.button(words.app.cancel).click();
  await agrees();
  for (const press of ['Shift+ArrowUp', 'Shift+ArrowLeft', 'ArrowLeft']) {
    for (let times = 0; times < 6; times += 1) await sign.corner.press(press);
    await agrees();
  }
  // A letter that only the whole font has.
  await sign.open.click();
  said.reason = 'Одобрено';
  await sign.reason.fill(said.reason);
  await sign.button(words.app.cancel).click();
  await expect.poll(() => sign.stamp()).toContain('Одобрено');
  await agrees();
});
