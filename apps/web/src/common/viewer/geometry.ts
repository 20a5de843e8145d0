/** A page as it is shown: CropBox after rotation, in points. */
export interface PageBox {
  width: number;
  height: number;
}

/** A rectangle in points from the lower left corner of the page as it is shown. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A rectangle on the screen in CSS pixels from the upper left corner of the shown page. */
export interface ScreenBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where `area` is seen when the page is `widthPx` wide. */
export function toScreen(area: Area, page: PageBox, widthPx: number): ScreenBox {
  const scale = widthPx / page.width;
  return {
    left: area.x * scale,
    top: (page.height - area.y - area.height) * scale,
    width: area.width * scale,
    height: area.height * scale,
  };
}

/** The points that `box` covers when the page is `widthPx` wide; the inverse of {@link toScreen}. */
export function fromScreen(box: ScreenBox, page: PageBox, widthPx: number): Area {
  const scale = page.width / widthPx;
  const height = box.height * scale;
  return { x: box.left * scale, y: page.height - box.top * scale - height, width: box.width * scale, height };
}

/** Whether two areas share more than an edge. */
export function overlaps(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Degrees clockwise, under 360, that a page is shown turned: its own turn and that of the view. */
export function rotationOf(page: { rotate: number }, turn: number): number {
  return (page.rotate + turn) % 360;
}
