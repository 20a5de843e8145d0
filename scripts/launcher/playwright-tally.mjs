import { writeFileSync } from 'node:fs';
import { reasonOf } from './reason.mjs';

/** Writes what a Playwright run came to into the file that WEBSIGN_TALLY names. */
export default class PlaywrightTally {
  #root;
  #errors = 0;

  onBegin(_config, root) {
    this.#root = root;
  }

  onError() {
    this.#errors += 1;
  }

  onEnd() {
    const tally = { passed: 0, failed: this.#errors, skipped: 0, reasons: [], failures: [] };
    for (const test of this.#root?.allTests() ?? []) {
      const title = test.titlePath().filter(Boolean).join(' › ');
      const outcome = test.outcome();
      if (outcome === 'skipped') {
        tally.skipped += 1;
        tally.reasons.push(test.annotations.find(({ type }) => type === 'skip')?.description ?? title);
      } else if (outcome === 'unexpected') {
        tally.failed += 1;
        tally.failures.push(`${title}${reasonOf(test.results.at(-1)?.error)}`);
      } else tally.passed += 1;
    }
    writeFileSync(process.env.WEBSIGN_TALLY, JSON.stringify(tally));
  }

  printsToStdio() {
    return false;
  }
}
