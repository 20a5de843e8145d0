import type { DocumentAnswer, Placement } from '@websign/contract';
import { toScreen } from '../../common/viewer/geometry.ts';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import { pageBox } from './placement.ts';
import { type LookText, SignatureLook } from './SignatureLook.tsx';

interface Props {
  document: DocumentAnswer;
  page: ShownPage;
  placement: Placement;
  text: LookText;
  covers: boolean;
  /** Whether the signature will have an opaque ground. */
  isOpaque: boolean;
}

/** The signature on its page as it will be seen, where it cannot be moved. */
export function StillBox({ document, page, placement, text, covers, isOpaque }: Props) {
  const sheet = pageBox(document, page.number);
  return (
    <div
      className={`ws-box ws-box--still ${covers ? 'ws-box--covers' : ''}`}
      style={toScreen(placement, sheet, page.widthPx)}
    >
      <SignatureLook {...{ text, isOpaque }} at={placement} page={sheet} scale={page.widthPx / sheet.width} />
    </div>
  );
}
