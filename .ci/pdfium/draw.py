"""Draws the first pages of a PDF at 96 dpi by pdfium: draw.py FILE PREFIX MOST SMOOTHING writes PREFIX-001.ppm and so on;
with "-" for PREFIX it prints the SHA-256 of each instead.

SMOOTHING is "screen" or "grey". Letters in fields are always smoothed for screens, and those under transparency never are.
"""

import hashlib
import sys

import pypdfium2 as pdfium
import pypdfium2.raw as raw


def draw(name: str, prefix: str, most: int, smoothing: str) -> None:
    document = pdfium.PdfDocument(name)
    document.init_forms()
    if document.formenv:
        # The tint that says where one can type is the viewer's, not the document's.
        raw.FPDF_SetFormFieldHighlightAlpha(document.formenv.raw, 0)
    for number in range(min(len(document), most)):
        mode = "lcd" if smoothing == "screen" else None
        bitmap = document[number].render(scale=96 / 72, optimize_mode=mode, rev_byteorder=True)
        rows = memoryview(bitmap.buffer).cast("B")
        used = bitmap.width * bitmap.n_channels
        picture = bytearray(b"P6 %d %d 255\n" % (bitmap.width, bitmap.height))
        for y in range(bitmap.height):
            row = bytes(rows[y * bitmap.stride : y * bitmap.stride + used])
            picture += row if bitmap.n_channels == 3 else without_fourth(row)
        if prefix == "-":
            print(hashlib.sha256(picture).hexdigest())
        else:
            with open(f"{prefix}-{number + 1:03}.ppm", "wb") as file:
                file.write(picture)


def without_fourth(row: bytes) -> bytes:
    colours = bytearray(len(row) // 4 * 3)
    for channel in range(3):
        colours[channel::3] = row[channel::4]
    return bytes(colours)


draw(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
