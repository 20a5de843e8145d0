import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { ProviderError } from '../errors.ts';

/** For its user and its group alone. */
const NOT_OTHERS = 0o117;

/**
 * Listens at a Unix socket, of mode 0660, and gives every connection away unread. Its folder is made where there is none,
 * for user and group alone; a file of before is removed once nobody listens there. Throws ProviderError `unavailable`
 * with why not.
 */
export async function listenAt(path: string, pass: (socket: Socket) => void): Promise<Server> {
  try {
    makeFolder(dirname(path));
    return await bound(path, pass);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const code = 'code' in cause ? cause.code : undefined;
    if (code !== 'EADDRINUSE') throw notThere(path, String(code ?? cause.message), cause);
    if (!lstatSync(path).isSocket()) throw notThere(path, 'a file of that name is there', cause);
    if (await isHeard(path)) throw notThere(path, 'another process listens there', cause);
    rmSync(path, { force: true });
    return bound(path, pass);
  }
}

/** For its group too, whatever the service's umask: who connects has to get there. */
function makeFolder(path: string): void {
  const before = process.umask(0o027);
  try {
    mkdirSync(path, { recursive: true, mode: 0o750 });
  } finally {
    process.umask(before);
  }
}

const notThere = (path: string, why: string, cause: Error) =>
  new ProviderError('unavailable', `${path} cannot be listened at (${why})`, { cause });

function bound(path: string, pass: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ pauseOnConnect: true }, pass);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // No moment passes in which others could connect.
    const before = process.umask(NOT_OTHERS);
    try {
      server.listen(path, () => resolve(server));
    } finally {
      process.umask(before);
    }
  });
}

function isHeard(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
}
