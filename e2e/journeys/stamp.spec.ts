import { readFont } from '@websign/pdf/stamp';
import { signatureFont } from '@websign/ports';
import { documentObjects, isInstalled, type TestPage, writePdf } from '@websign/testkit';
import type { UploadFile } from '../documents.ts';
import { expect, test } from '../fixtures.ts';
import { freshOtp } from '../otp.ts';
import type { SignPage } from '../pages/sign.ts';
import {
  cropped,
  decoded,
  difference,
  drawnBy,
  isGrayIn,
  type Picture,
  type Region,
  shiftOf,
} from '../pixels.ts';
import { uploaded } from '../signing.ts';
import { wordsOf } from '../words.ts';

/** Pixels of the screen a CSS pixel. */
const density = 2;
/** CSS pixels around the stamp that are looked at, too. */
const around = 4;
/** Pixels by which a line may stand elsewhere: viewers put letters on whole pixels, the preview where they are. */
const tolerance = 1;
/** Grays of 255 by which a pixel may differ without being counted: one on the edge of a letter. */
const edge = 96;
/** Share of the pixels that may differ by more. Seen: up to 1 % with PDF.js and MuPDF, 3 % with Poppler's bolder letters. */
const mostDiffering = { viewer: 0.015, mutool: 0.015, pdftoppm: 0.04 };

test.use({ deviceScaleFactor: density, viewport: { width: 1680, height: 1200 } });

type Box = [left: number, bottom: number, right: number, top: number];

/** Dense text on a strong colour, over all that is seen of a page: what the stamp does not cover shines through. */
function busy([x0, y0, x1, y1]: Box): string {
  const columns = Math.floor((x1 - x0 - 20) / 115);
  const rows = Math.floor((y1 - y0 - 20) / 11);
  const lines = Array.from({ length: rows * columns }, (_, n) => {
    const [x, y] = [x0 + 10 + (n % columns) * 115, y0 + 12 + Math.floor(n / columns) * 11];
    return `BT /F1 9 Tf ${x} ${y} Td (Under it this is not read. ) Tj ET`;
  });
  return `0.1 0.35 0.85 rg ${x0} ${y0} ${x1 - x0} ${y1 - y0} re f 1 1 0 rg ${lines.join(' ')}`;
}

interface Sheet {
  name: string;
  page: TestPage;
  /** CSS pixels a point: the smallest print is looked at from nearer. */
  scale: 1 | 2;
  /** In centimetres from the lower left corner of the page; what is less than the least becomes that. */
  place: { width: number; height: number; x: number; y: number };
  reason: string;
}

const long =
  'Έγκριση της υπ’ αριθ. 4711/2026 απόφασης — approved «as is» & signed. Ἀθῆναι, ᾧ ᾄδω ΐΰ. '.repeat(3);

const sheets: Sheet[] = [
  {
    name: 'of the first size',
    page: { content: busy([0, 0, 595, 842]) },
    scale: 1,
    place: { width: 7.4, height: 2.5, x: 5, y: 5 },
    reason: 'Έγκριση',
  },
  {
    name: 'of the least size, on a page turned by 90 degrees and cropped',
    page: { entries: '/Rotate 90/CropBox[20 30 520 730]', content: busy([20, 30, 520, 730]) },
    scale: 2,
    place: { width: 1, height: 0.5, x: 3.3, y: 4.7 },
    reason: '',
  },
  {
    name: 'tall and full of text, on a page turned by 180 degrees and cropped',
    page: { entries: '/Rotate 180/CropBox[50 100 450 800]', content: busy([50, 100, 450, 800]) },
    scale: 1,
    place: { width: 4, height: 12, x: 2.1, y: 3 },
    reason: long.slice(0, 200),
  },
  {
    name: 'wide, on a page turned by 270 degrees',
    page: {
      mediaBox: '/MediaBox[-100 -50 1100 750]',
      entries: '/Rotate 270',
      content: busy([-100, -50, 1100, 750]),
    },
    scale: 1,
    place: { width: 18, height: 1.8, x: 3, y: 5.05 },
    reason: long.slice(0, 90),
  },
];

const fileOf = ({ page }: Sheet): UploadFile => ({
  name: 'αίτηση.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(writePdf({ objects: documentObjects({ pages: [page] }), kind: 'table' })),
});

/** The stamp of a picture in which the page's upper left corner stands at `corner`, and what is around it. */
const partOf = (picture: Picture, { left, top, width, height }: Region, corner = { left: 0, top: 0 }) =>
  cropped(picture, {
    left: corner.left + (Math.floor(left) - around) * density,
    top: corner.top + (Math.floor(top) - around) * density,
    width: (Math.ceil(width) + 2 * around + 1) * density,
    height: (Math.ceil(height) + 2 * around + 1) * density,
  });

interface Preview {
  picture: Picture;
  /** Of the stamp, in CSS pixels from the upper left corner of the page as shown. */
  at: Region;
  /** The lines of text, and where they are in the picture. */
  runs: { text: string; region: Region }[];
}

/** Takes the frame and the corner that move the stamp away, and tells where it, its page and its lines are. */
const arranged = (page: SignPage['page']) =>
  page.evaluate(() => {
    const find = (name: string): HTMLElement => {
      const found = document.querySelector<HTMLElement>(name);
      if (!found) throw new Error(`no ${name} is to be seen`);
      return found;
    };
    const [sheet, stamp, corner] = [find('canvas.ws-page-canvas'), find('.ws-box'), find('.ws-box__corner')];
    stamp.scrollIntoView({ block: 'center', inline: 'center' });
    stamp.style.outline = 'none';
    corner.style.visibility = 'hidden';
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const region = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left, top, width, height };
    };
    const lines = [...stamp.querySelectorAll<SVGPathElement>('path[data-text]')].map((path) => ({
      text: path.dataset.text ?? '',
      region: region(path),
    }));
    return { canvas: region(sheet), box: region(stamp), lines };
  });

/** What the page shows of the stamp before it is signed. */
async function previewed(sign: SignPage, scale: number): Promise<Preview> {
  const paper = await viewed(sign, scale);
  await expect(sign.page.locator('.ws-look path').first()).toBeAttached();
  let preview: Preview | undefined;
  // Once more where the page was still moving.
  await expect(async () => {
    const { canvas, box, lines } = await arranged(sign.page);
    const at = { ...box, left: box.left - canvas.left, top: box.top - canvas.top };
    const runs = lines.map(({ text, region: { left, top, width, height } }) => ({
      text,
      region: {
        left: (left - canvas.left - Math.floor(at.left) + around) * density - 2,
        top: (top - canvas.top - Math.floor(at.top) + around) * density - 2,
        width: width * density + 4,
        height: height * density + 4,
      },
    }));
    const screen = decoded(await sign.page.screenshot());
    preview = { picture: onPaper(screen, partOf(paper, at), at, canvas), at, runs };
  }).toPass({ timeout: 30_000 });
  if (preview === undefined) throw new Error('no stamp is to be seen');
  return preview;
}

/**
 * The stamp and what is around it, cut out of the screen where the page around it is the page that was drawn: a room
 * that is scrolled by parts of a pixel stands a pixel beside where it says.
 */
function onPaper(screen: Picture, paper: Picture, at: Region, { left, top }: Region): Picture {
  const stamp = {
    left: around * density - 3,
    top: around * density - 3,
    width: at.width * density + 7,
    height: at.height * density + 7,
  };
  let best: { picture: Picture; mean: number } | undefined;
  for (const [dx, dy] of [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const))) {
    const corner = { left: Math.round(left * density) + dx, top: Math.round(top * density) + dy };
    const picture = partOf(screen, at, corner);
    const { mean } = difference(picture, paper, [stamp], edge);
    if (best === undefined || mean < best.mean) best = { picture, mean };
  }
  if (best === undefined || best.mean > 1)
    throw new Error(`the page is not found on the screen: ${best?.mean}`);
  return best.picture;
}

/** Waits until the page is drawn for its size on this screen. */
const drawn = (canvas: ReturnType<SignPage['page']['locator']>) =>
  expect
    .poll(() =>
      canvas.evaluate((one: HTMLCanvasElement) =>
        one.dataset.drawn === 'true' ? one.width / one.getBoundingClientRect().width : 0,
      ),
    )
    .toBeCloseTo(density, 1);

/** The page as the product's own viewer shows it. */
async function viewed({ page, words }: SignPage, scale: number): Promise<Picture> {
  const canvas = page.locator('canvas.ws-page-canvas');
  await page.getByRole('combobox', { name: words.viewer.zoom }).selectOption(String((scale * 72) / 96));
  await drawn(canvas);
  const url = await canvas.evaluate((one: HTMLCanvasElement) => one.toDataURL('image/png'));
  return decoded(Buffer.from(url.split(',')[1] ?? '', 'base64'));
}

const { metrics } = readFont(signatureFont());
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (metrics.advance(letter.codePointAt(0) ?? 0) ?? 0), 0);

/** Where the time of day stands: the preview shows the present minute, the document the second of signing. */
function timeOfDay({ runs }: Preview): Region[] {
  return runs.flatMap(({ text, region }) => {
    const at = text.search(/\d\d:\d\d:\d\d/);
    if (at < 0) return [];
    const part = region.width / widthOf(text);
    const [before, own] = [widthOf(text.slice(0, at)), widthOf(text.slice(at, at + 8))];
    return [{ ...region, left: region.left + before * part - 3, width: own * part + 6 }];
  });
}

function expectSame(preview: Preview, signed: Picture, viewer: keyof typeof mostDiffering): void {
  const { picture, at, runs } = preview;
  const inside = {
    left: around * density + 2,
    top: around * density + 2,
    width: Math.floor(at.width) * density - 4,
    height: Math.floor(at.height) * density - 4,
  };
  for (const shown of [picture, signed]) expect(isGrayIn(shown, inside), `${viewer}: opaque`).toBe(true);
  const time = timeOfDay(preview);
  for (const { text, region } of runs) {
    const { dx, dy } = shiftOf(picture, signed, region, time);
    expect(Math.max(Math.abs(dx), Math.abs(dy)), `${viewer}: ${text}: ${dx}, ${dy}`).toBeLessThanOrEqual(
      tolerance,
    );
  }
  const { share } = difference(picture, signed, time, edge);
  expect(share, `${viewer}: share of pixels that differ`).toBeLessThan(mostDiffering[viewer]);
}

for (const sheet of sheets) {
  const missing = (['mutool', 'pdftoppm'] as const).filter((tool) => !isInstalled(tool));
  const note = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed)`;
  // English labels stand where the Greek ones do: one sheet shows it for all.
  const languages = sheet === sheets[0] ? ' @en' : '';
  test(`SGN-2 the stamp in the document is what the preview showed, ${sheet.name}${note}${languages}`, async ({
    page,
    signer,
  }, info) => {
    const words = wordsOf(info.project.name);
    const sign = await uploaded(page, words, signer, fileOf(sheet));
    await sign.open.click();
    await sign.reason.fill(sheet.reason);
    await sign.title.fill('');
    await sign.button(words.app.cancel).click();
    for (const key of ['width', 'height', 'x', 'y'] as const) {
      await sign.enter(words.placement[key], String(sheet.place[key]));
    }
    const preview = await previewed(sign, sheet.scale);
    await sign.sign(signer.password, await freshOtp(signer));
    await expect(sign.done).toBeVisible({ timeout: 60_000 });
    expectSame(preview, partOf(await viewed(sign, sheet.scale), preview.at), 'viewer');
    const { bytes } = await sign.save(sign.download);
    for (const tool of ['mutool', 'pdftoppm'] as const) {
      if (isInstalled(tool))
        expectSame(preview, partOf(drawnBy(tool, bytes, 72 * density * sheet.scale), preview.at), tool);
    }
  });
}
