import { writeFileSync } from 'node:fs';
import { reasonOf } from './reason.mjs';

/** Writes what a Vitest run came to into the file that WEBSIGN_TALLY names. */
export default class VitestTally {
  onTestRunEnd(modules, unhandledErrors) {
    const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0, reasons: [], failures: [] };
    for (const module of modules) this.#count(module, tally);
    writeFileSync(process.env.WEBSIGN_TALLY, JSON.stringify(tally));
  }

  #count(module, tally) {
    let failedTests = 0;
    for (const test of module.children.allTests()) {
      const { state, note, errors } = test.result();
      if (state === 'passed') tally.passed += 1;
      else if (state === 'failed') failedTests += 1;
      else {
        tally.skipped += 1;
        tally.reasons.push(note ?? test.fullName);
      }
      if (state === 'failed')
        tally.failures.push(`${module.relativeModuleId}: ${test.fullName}${reasonOf(errors?.[0])}`);
    }
    // A file that could not be loaded, or whose hooks failed, has failed even if it came to no test.
    if (failedTests === 0 && module.state() === 'failed') {
      failedTests = 1;
      tally.failures.push(module.relativeModuleId);
    }
    tally.failed += failedTests;
  }
}
