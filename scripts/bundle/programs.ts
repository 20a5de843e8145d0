import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What runs as a process of its own, by the name of its bundle, and the module that it begins with. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  websign: join(ROOT, 'apps/cli/websign.ts'),
  child: join(ROOT, 'apps/server/src/sandbox/main.ts'),
  signer: join(ROOT, 'packages/providers/src/software/main.ts'),
  hsm: join(ROOT, 'packages/providers/src/pkcs11/main.ts'),
};

/** Where bundles lie, in a checkout and in an installation alike. */
export const FOLDER = join(ROOT, 'dist');
