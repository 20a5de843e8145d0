/** A sandboxed child whose jobs do what hostile documents would make them do. */
import { becomeTemplate, copyAddon } from '../../src/sandbox/copies.ts';
import { serveJobs } from '../../src/sandbox/serve.ts';
import { jobs } from './hostile.ts';

const addon = copyAddon();
void serveJobs(jobs, addon === undefined ? undefined : await becomeTemplate(addon, async () => {}));
