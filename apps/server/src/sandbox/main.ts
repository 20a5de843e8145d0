/** What runs in a sandboxed child process of the server and of the command line. */
import { startupSnapshot } from 'node:v8';
import { becomeTemplate, copyAddon } from './copies.ts';
import { jobs } from './jobs.ts';
import { readSample } from './sample.ts';
import { signSample } from './sample-signed.ts';
import { inFrames, serveJobs } from './serve.ts';

const addon = copyAddon();
if (startupSnapshot.isBuildingSnapshot()) {
  // What V8 compiles for it is part of the snapshot: a child has a third less to do for its document.
  void readSample(jobs).then(() => startupSnapshot.setDeserializeMainFunction(() => serveJobs(jobs)));
} else if (addon !== undefined) {
  const rehearsed = inFrames(jobs);
  void becomeTemplate(addon, async () => {
    await readSample(rehearsed);
    await signSample(rehearsed);
  }).then((bound) => serveJobs(jobs, bound));
} else void serveJobs(jobs);
