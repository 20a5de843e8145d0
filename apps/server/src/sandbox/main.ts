/** What runs in a sandboxed child process of the server and of the command line. */
import { jobs } from './jobs.ts';
import { serveJobs } from './serve.ts';

serveJobs(jobs);
