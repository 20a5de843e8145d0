/** A template whose copies do what their first message says, with none of Node.js's own walls before them. */
const crypto = require('node:crypto');
const fs = require('node:fs');

const loaded = { exports: {} };
process.dlopen(loaded, process.argv[2]);
crypto.randomBytes(8);
fs.writeSync(1, 'ready\n');
loaded.exports.serve(3);
process.once('exit', loaded.exports.end);
console.log = (text) => fs.writeSync(3, `${text}\n`);

const deeds = {
  /** What `hostile-program.cjs` tries. */
  tries(args) {
    process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
    require('./hostile-program.cjs');
  },
  random: () => console.log(crypto.randomBytes(16).toString('hex')),
  stay: () => console.log('here'),
  /** How signals to every other process end. */
  signal() {
    const outcomes = new Set();
    for (let pid = 2; pid < 400; pid += 1) {
      try {
        process.kill(pid, 'SIGKILL');
        outcomes.add('allowed');
      } catch (error) {
        outcomes.add(error.code);
      }
    }
    console.log([...outcomes].join());
  },
  /** What it can write to beside its own pipes: whose handles stand there, if they are the template's? */
  disturb() {
    for (let descriptor = 4; descriptor < 256; descriptor += 1) {
      try {
        fs.writeSync(descriptor, Buffer.alloc(16, 0x41));
      } catch {}
    }
    console.log('disturbed');
  },
};
process.stdin.once('data', (chunk) => {
  const [deed, ...args] = JSON.parse(chunk);
  deeds[deed](args);
});
