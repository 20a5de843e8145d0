const WIDTH = 30;
/** Drawing is work for the terminal: ten times a second is enough. */
const EVERY_MS = 100;

export interface Progress {
  /** One more is done. */
  step(): void;
  /** Takes the bar away, so that a line can be written. */
  clear(): void;
}

/** A bar on standard error where that is a terminal; nothing elsewhere. */
export function openProgress(total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  let done = 0;
  let drawn = 0;
  let shown = false;
  const draw = () => {
    const filled = Math.round((WIDTH * done) / total);
    stream.write(`\r\u001b[2K[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}`);
    shown = true;
    drawn = performance.now();
  };
  const clear = () => {
    if (shown) stream.write('\r\u001b[2K');
    shown = false;
  };
  if (stream.isTTY !== true || total < 2) return { step: () => undefined, clear: () => undefined };
  return {
    step() {
      done += 1;
      if (done === total) clear();
      else if (performance.now() - drawn >= EVERY_MS) draw();
    },
    clear,
  };
}
