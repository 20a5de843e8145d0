import { PNG } from 'pngjs';

const GAP = 24;
const GREY = [128, 128, 128, 255];

/** Pictures next to each other on grey, their tops in line; one that is missing leaves its room grey. */
export function sideBySide(pictures: (Buffer | undefined)[]): Buffer {
  const panels = pictures.map((bytes) => (bytes === undefined ? undefined : PNG.sync.read(bytes)));
  const width = Math.max(...panels.map((panel) => panel?.width ?? 0));
  const height = Math.max(...panels.map((panel) => panel?.height ?? 0));
  const sheet = new PNG({ width: (width + GAP) * panels.length + GAP, height: height + 2 * GAP });
  sheet.data.fill(Buffer.from(GREY));
  for (const [index, panel] of panels.entries()) {
    if (panel === undefined) continue;
    PNG.bitblt(panel, sheet, 0, 0, panel.width, panel.height, GAP + index * (width + GAP), GAP);
  }
  return PNG.sync.write(sheet);
}
