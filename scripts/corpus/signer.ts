import {
  embed,
  type Pdf,
  type PdfPorts,
  type Placement,
  pageAt,
  prepareSignature,
  type SignatureOptions,
  shownSize,
} from '@websign/pdf';
import { assembleCms, draftCms, estimateCmsBytes, type PkiPorts } from '@websign/pki';
import { makeTestPki } from '@websign/testkit';

const NAME = 'Δοκιμή Υπογραφής Παπαδοπούλου';
const REASON = 'Έγκριση';

/** Signs with a software key and gives the finished tail; with a font, visibly on page 1. */
export function softwareSigner(
  ports: PdfPorts & PkiPorts,
): (pdf: Pdf, font?: Uint8Array) => Promise<Uint8Array> {
  const { signers } = makeTestPki();
  const { chain, sign } = signers.p256;
  return async (pdf, font) => {
    const options: SignatureOptions = {
      time: { epochMs: 1_795_255_200_000, offsetMinutes: 120 },
      digestAlgorithm: 'SHA-256',
      contentsBytes: estimateCmsBytes(chain),
      name: NAME,
      reason: REASON,
    };
    if (font !== undefined) {
      options.visible = {
        placement: placementOn(pdf),
        text: { name: NAME, lines: [{ label: 'Λόγος', value: REASON }] },
        font,
      };
    }
    const prepared = await prepareSignature(pdf, options);
    const algorithm = 'ecdsa-p256-sha256';
    const { digest, digestAlgorithm } = prepared;
    const draft = draftCms({ digest, digestAlgorithm, chain, algorithm }, ports);
    return embed(prepared, assembleCms(draft, sign(algorithm, draft.signedAttributes)));
  };
}

/** Near the lower left corner of page 1, and on the page however small it is. */
function placementOn(pdf: Pdf): Placement {
  const shown = shownSize(pageAt(pdf, 1));
  const width = Math.min(120, shown.width);
  const height = Math.min(40, shown.height);
  return {
    page: 1,
    x: Math.min(10, shown.width - width),
    y: Math.min(10, shown.height - height),
    width,
    height,
  };
}
