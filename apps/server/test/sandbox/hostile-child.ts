/** A sandboxed child whose jobs do what hostile documents would make them do. */
import { serveJobs } from '../../src/sandbox/serve.ts';
import { jobs } from './hostile.ts';

serveJobs(jobs);
