/** What code tries that got past Node.js's own walls: one line of JSON with what became of each try. */
const { execFileSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const net = require('node:net');

const [scratch, parent, port] = process.argv.slice(2);

const tries = {
  readPasswords: () => fs.readFileSync('/etc/passwd').length,
  readOwnEnvironment: () => fs.readFileSync('/proc/self/environ').length,
  readSecret: () => fs.readFileSync(`${scratch}/secret`, 'utf8'),
  listFolder: () => fs.readdirSync(scratch),
  listProcesses: () => fs.readdirSync('/proc'),
  write: () => fs.writeFileSync(`${scratch}/escaped`, 'x'),
  overwriteOwnCode: () => fs.writeFileSync(__filename, 'x'),
  changeMode: () => fs.chmodSync(`${scratch}/secret`, 0o777),
  changeTimes: () => fs.utimesSync(`${scratch}/secret`, 1, 1),
  link: () => fs.linkSync(`${scratch}/secret`, `${scratch}/link`),
  rename: () => fs.renameSync(`${scratch}/secret`, `${scratch}/renamed`),
  truncate: () => fs.truncateSync(`${scratch}/other`),
  remove: () => fs.unlinkSync(`${scratch}/other`),
  start: () => execFileSync('/bin/sh', ['-c', 'echo started']).toString(),
  startItself: () => execFileSync(process.execPath, ['-e', '0']).toString(),
  signalParent: () => process.kill(Number(parent), 'SIGCONT'),
  probeParent: () => process.kill(Number(parent), 0),
  changePriority: () => require('node:os').setPriority(Number(parent), 5),
};
const outcomes = { environment: Object.keys(process.env), parent: process.ppid };
for (const [name, attempt] of Object.entries(tries)) {
  try {
    outcomes[name] = attempt() ?? 'allowed';
  } catch (error) {
    outcomes[name] = error.info?.code ?? error.code;
  }
}

const failure = (emitter) =>
  new Promise((resolve) => {
    emitter.once('error', ({ code }) => resolve(code));
    for (const event of ['connect', 'listening']) emitter.once(event, () => resolve('allowed'));
  });

(async () => {
  outcomes.connect = await failure(net.connect(Number(port), '127.0.0.1'));
  outcomes.connectToFile = await failure(net.connect(`${scratch}/socket`));
  outcomes.listen = await failure(net.createServer().listen(0, '127.0.0.1'));
  outcomes.listenOnFile = await failure(net.createServer().listen(`${scratch}/listening`));
  // In a thread of its own, as a program computes.
  outcomes.computes = await new Promise((resolve) => {
    crypto.scrypt('a', 'b', 8, (_, key) => resolve(key.length));
  });
  console.log(JSON.stringify(outcomes));
  process.exit(0);
})();
