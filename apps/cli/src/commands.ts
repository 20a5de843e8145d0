/** Runs with the arguments after the command's name and resolves to the exit code. */
export type Run = (args: string[]) => Promise<number>;

interface Command {
  usage: string;
  summary: string;
  /** What `--help` adds. */
  details?: string;
  /** Exit code where the command fails as a whole, if that is not 1. */
  failure?: number;
  /** Loaded when it is used, so that a quick command does not wait for the whole server. */
  load(): Promise<{ run: Run }>;
}

const AUTHORITIES = `  --tsa URL                      asks this authority for time-stamps; given again, the next one in order …
  --tsa-certificates FILE        … which must chain to one of these certificates (PEM), else to those of --trust
  --trust DIR                    the folder with the trusted certificates (PEM or DER); TRUST_FOLDER otherwise
  --allow-loopback               lets addresses of this machine be asked for revocation data (demonstrations)`;

/** Every command by its name, in the order in which the help shows them. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: 'start',
    summary: 'runs the server; the environment configures it',
    details: `  docs/CONFIGURATION.md lists the variables. Ctrl-C and SIGTERM finish what is under way.`,
    load: () => import('./commands/start.ts'),
  },
  demo: {
    usage: 'demo',
    summary: 'runs the demonstration on this machine, with a CA and two signers of its own',
    load: async () => ({ run: (await import('./commands/start.ts')).demo }),
  },
  signer: {
    usage: 'signer',
    summary: 'runs the signer process as a user of its own, for a server that connects to it',
    details: `  Alone reads MASTER_KEY_FILE and SIGNER_LEDGER_FILE, and listens at SIGNER_SOCKET, which only its user and its group
  may open. The server is started with the same SIGNER_SOCKET, as another user of that group, and needs no master key.
  RESET_OTP_DELAY_HOURS is set for both. docs/deploy/systemd.md`,
    load: async () => ({ run: (await import('./commands/apart.ts')).signer }),
  },
  hsm: {
    usage: 'hsm',
    summary: "runs what loads an HSM's PKCS#11 module as a user of its own, for a server that connects to it",
    details: `  Alone needs PKCS11_MODULE, PKCS11_TOKEN, PKCS11_PIN_FILE, PKCS11_SESSIONS and PKCS11_ENVIRONMENT, and listens at
  HSM_SOCKET, which only its user and its group may open. The server is started with the same HSM_SOCKET instead of
  those, as another user of that group; account add --pkcs11 still asks PKCS11_TOKEN. docs/deploy/systemd.md`,
    load: async () => ({ run: (await import('./commands/apart.ts')).hsm }),
  },
  account: {
    usage: 'account add|import|list|show|block|unblock|unlock|sessions|end-sessions|reset-otp|set-otp …',
    summary: "manages the signers' accounts",
    details: `  account list [--search TEXT] [--json]
  account show USERNAME [--json]
  account add USERNAME --request FILE --email E --surname S --name N --subject-serial ID
      [--key ec-p256|ec-p384|rsa-3072] [--country GR]
                               first half: makes the key and writes the request (PKCS#10) for the CA
  account add USERNAME --certificate FILE
                               second half: takes the certificate (PEM, the signer's first, then its issuers)
  account add USERNAME --pkcs11 (--label L | --id HEX) --email E [--certificate FILE]
                               with a key on PKCS11_TOKEN; its certificate is on the token beside it, or in the file
      --token T --own-pin [--pin-file F]
                               … on a token of the signer's own: its PIN is the password with which documents are
                               signed, and is asked for here once, to look at the key
  account add USERNAME --p12 KEY --p12-password-file F --email E
                               at once: takes key and certificates of a PKCS#12 file; the account's password may
                               differ from the file's
  account add USERNAME --csc --credential ID --email E [--provider-account A]
                               with a key at the remote signing service of CSC_URL, by its credential; A is the
                               account there that its own page asks for
  account add USERNAME --dsa --provider-username U --email E
                               with a key at the provider of DSA_URL; asks for the person's password there, or takes
                               it from --provider-password-file F, and keeps it nowhere
  account import FILE --out DIR [--certificates DIR] [--json]
                               the same for a table (CSV, UTF-8), row by row: first passwords, OTP secrets and
                               requests go into files of mode 600 in --out; run again with the CA's certificates,
                               named like the requests, it ends the second half (docs/OPERATIONS.md)
  account unlock USERNAME      lets an account that was locked after five failures try again at once
  account block USERNAME       keeps an account from signing in and from signing, and signs it out everywhere;
                               account unblock USERNAME takes that back
  account sessions [USERNAME]  who is signed in, since when, and when last seen
  account end-sessions USERNAME
                               signs an account out everywhere
  account reset-otp USERNAME   gives the account a new OTP secret, which takes effect after RESET_OTP_DELAY_HOURS;
                               the signer is told by e-mail; --cancel takes it back until then
  account set-otp USERNAME totp|email|sms [--phone +30…]
                               lets the one-time codes come by another way, after the same delay and as cancellable

  add … --otp email, or --otp sms --phone +30…, has the one-time codes sent instead of an OTP secret made; with
  --request and --certificate it is given both times.
  add asks for the account's password, or takes it from --password-file F. The signer has to change it at the first
  sign-in, unless --own-password says that the signer typed it; with --request and --certificate that is said with the
  latter.
  The OTP secret is shown in a terminal, or written to --otp-file F (otpauth://, mode 600).`,
    load: () => import('./commands/account.ts'),
  },
  pkcs11: {
    usage: 'pkcs11 install|list …',
    summary: "builds what loads an HSM's PKCS#11 module, and shows what is on the HSM",
    details: `  pkcs11 install   builds the bridge on this machine; npm, python3, make and a C++ compiler are needed
  pkcs11 list      from PKCS11_MODULE: every token with its certificates, and the keys of PKCS11_TOKEN
      --token T --pin-file F|--ask-pin
                   the keys of that token instead, which this PIN opens
      --json       one JSON object a token, one a line`,
    load: () => import('./commands/pkcs11.ts'),
  },
  sandbox: {
    usage: 'sandbox [install]',
    summary: 'shows how far this machine confines what reads documents, and builds what does it',
    details: `  sandbox           what the operating system keeps those processes from, one a line
  sandbox install   builds the program that confines them; a C compiler is needed, on Linux 5.13 or later.
                    And keeps the snapshot from which they start, twice as fast as without`,
    load: () => import('./commands/sandbox.ts'),
  },
  outbox: {
    usage: 'outbox list|retry|forget …',
    summary: 'shows letters and other work that was given up or got no answer',
    details: `  outbox list [--json]     number, letter, what became of it, since when, and why
  outbox retry ID          has it done again, as if it were new; a letter that got no answer may arrive twice
  outbox forget ID         puts one away that was seen to; all is audited`,
    load: () => import('./commands/outbox.ts'),
  },
  certificates: {
    usage: 'certificates expiring [--days N] [--json]',
    summary: 'lists the accounts whose certificate ends within so many days (30), the soonest first',
    load: () => import('./commands/certificates.ts'),
  },
  'master-key': {
    usage: 'master-key list|add|rotate|retire …',
    summary: 'changes the master key while servers work',
    details: `  master-key list              each version, and how much is sealed under it
  master-key add [--out FILE]  puts a new version into the file, or writes a new file where that one is mounted
                               read-only; nothing is sealed under it before rotate
  master-key rotate            moves every row to the newest version, while servers work; may be broken off and run
                               again. Give the file to all machines before
  master-key retire VERSION [--out FILE] [--check]
                               takes a version out of the file, once nothing is sealed under it; --check only looks

  The file is MASTER_KEY_FILE; list and rotate ask the signer process of SIGNER_SOCKET instead, where that is set, and the
  others are for whoever may change the file. Running servers follow it: no restart is needed. All of it is audited.`,
    load: () => import('./commands/master-key.ts'),
  },
  otp: {
    usage: 'otp USERNAME',
    summary: "prints a demonstration signer's present one-time password",
    load: () => import('./commands/otp.ts'),
  },
  simulate: {
    usage: 'simulate csc|dsa [--port P] [--fault F]',
    summary: 'runs a simulated signature provider on this machine, for developers',
    details: `  simulate csc    a signing service of the Cloud Signature Consortium's API, v2.0, or v1.0.4 with --api 1: slow,
                  hang, http-500, busy, redirect, drop, count, order, value, malformed, shape, flood, unknown-error
                  are its faults
  simulate dsa    the Greek state providers' protocol: slow, hang, http-500, other-value, other-key, malformed,
                  flood, unknown-error are its faults

  It says which users it has and prints their present codes; its keys are published, its signatures prove nothing.`,
    load: () => import('./commands/simulate.ts'),
  },
  sign: {
    usage: 'sign FILE… --p12 KEY --password-file F --out DIR',
    summary: 'signs PDF files (PAdES) with a key in a PKCS#12 file',
    details: `  --p12 KEY                      the key and its certificates
  --password-file F              file with that key's password; - reads standard input
  --out DIR                      where NAME_signed.pdf goes; nothing there is ever overwritten
  --visible PAGE,X,Y,W,H         a visible signature: page from 1, points from its lower left corner
  --reason R  --title T          what the signature says
  --locale el|en                 language of its labels (el)
  --level B-B|B-T|B-LT|B-LTA     PAdES level: with --tsa B-T, with --trust as well B-LT, else B-B
  --or-lower                     keeps a lower level where an authority is away; extend raises it later
${AUTHORITIES}
  --lock                         lets the document take no more signatures
  --json                         one JSON object a file, one a line

  A file that fails does not stop the others. Exit code 0: all were signed; 1: some were not.`,
    load: () => import('./commands/sign.ts'),
  },
  extend: {
    usage: 'extend FILE… --out DIR',
    summary: 'makes signatures last: adds time-stamps and validation data, and renews them',
    details: `  --out DIR                      where NAME_extended.pdf goes; nothing there is ever overwritten
  --level B-T|B-LT|B-LTA         to which level: B-LTA with --tsa, else B-LT. A file of B-LTA gets newer
                                 validation data and another time-stamp
${AUTHORITIES}
  --json                         one JSON object a file, one a line:
                                 { file, ok, output?, level, steps, added, early, final }
                                 early: revocation data are older than the time-stamp, extend it again later;
                                 final: a signature permits no change, and some viewers may call it broken

  Every signature must be valid. A file that fails does not stop the others; one of that level already is not
  written. Exit code 0: all reach the level; 1: some do not.`,
    load: () => import('./commands/extend.ts'),
  },
  copy: {
    usage: 'copy FILE… --out DIR',
    summary: 'makes safe copies: the pages as they are shown, without code, forms, attachments and layers',
    details: `  --out DIR   where NAME_copy.pdf goes; nothing there is ever overwritten
  --json      one JSON object a file, one a line:
              { file, ok, output?, sha256, copySha256, leftOut: [{ kind, page?, box?, detail? }] }

  A copy is a document of its own: earlier signatures cannot go along, and damaged files are mended as far as they can
  be read. The file itself stays as it is. Exit code 0: all are copied; 1: some are not.`,
    load: () => import('./commands/copy.ts'),
  },
  inspect: {
    usage: 'inspect FILE|FOLDER… [--json]',
    summary: 'tells what the check before signing makes of PDF files: accept, warn or refuse',
    details: `  A folder stands for every .pdf file below it. Files are judged as at an upload, by the policy that
  ADMISSION_POLICY_FILE names, within PARSER_SECONDS each; on all cores, told in order.

  --json   one JSON object a file, one a line:
           { file, verdict, code?, message?, findings: [{ kind, page?, rect?, object?, revision?, excerpt? }], ms }
           code and message say why a file could not be inspected, or is refused for other than its findings

  Exit code 0: all are accepted; 1: some warn; 2: some are refused or could not be read.`,
    failure: 2,
    load: () => import('./commands/inspect.ts'),
  },
  verify: {
    usage: 'verify FILE|FOLDER… [--json] [--trust DIR] [--offline] [--at TIME]',
    summary: 'judges the signatures in PDF files by ETSI EN 319 102-1, and what was changed behind them',
    details: `  A folder stands for every .pdf file below it. Within PARSER_SECONDS a file; on all cores, told in order.

  --trust DIR   trusts the certificates (PEM or DER) in this folder; otherwise those of TRUST_FOLDER,
                TSA_CERTIFICATES_FILE and the trusted lists in the data folder
  --offline     asks no certification authority: what the files hold is all there is
  --allow-loopback
                asks those on this machine, too: the demonstration's
  --at TIME     judges as of then, such as 2026-11-21 or 2026-11-21T15:40:00+02:00; now when left out
  --json        one JSON object a file, one a line:
                { file, verdict, signatures: [{ field, kind, indication, subIndication?, signer, signedAt, level,
                covers, changesAfter, changes, qualified, remarks }], ms }
                verdict is valid, valid-with-warnings, indeterminate, invalid or unsigned. A file that cannot be
                read is invalid, and code and message say why; leftOut counts signatures past a bound.

  Exit code 0: every file is valid, with or without remarks; 1: some cannot be determined or are not signed;
  2: some are invalid or could not be read.`,
    failure: 2,
    load: () => import('./commands/verify.ts'),
  },
  trust: {
    usage: 'trust list|refresh [--json]',
    summary: 'shows the certificates that are trusted, and how it stands with EU trusted lists',
    details: `  trust list       from TRUST_FOLDER, TSA_CERTIFICATES_FILE and the copies of trusted lists in the data folder
  trust refresh    fetches the lists from LOTL_URL on first; a running server does so by itself
  --json           one JSON object a source, one a line

  Exit code 0: every list is fresh and its source answers; 1: some list is not.`,
    load: () => import('./commands/trust.ts'),
  },
  doctor: {
    usage: 'doctor [--json]',
    summary: 'looks at everything that a server needs, and says in plain words what to do',
    details: `  Settings, files, database, documents, keys and their providers, time-stamps, clock, trust, revocation,
  certificates, mail, disk, ports, browser application, sandbox. Nothing is changed and no letter is sent; it may run
  beside a server, with the server's environment. docs/OPERATIONS.md has more.

  --json   one JSON object a line: { check, state, found, act? }; state is ok, warning or problem

  Exit code 0: all is well; 1: there are warnings; 2: there are problems.`,
    failure: 2,
    load: () => import('./commands/doctor.ts'),
  },
  audit: {
    usage: 'audit verify|export …',
    summary: 'checks the hash chain of the audit log, exports it under the seal, checks an export',
    details: `  audit verify [--anchor SEQUENCE:HASH]
                               walks the whole log; its last line is the anchor for the next time
  audit export --out FILE [--from N] [--anchor-out FILE] [--unsealed]
                               the rows as JSON lines, then a statement of first and last row, hash and time; the
                               seal (SEAL_P12_FILE) over all of it goes to FILE.p7s, a detached CMS that
                               openssl cms -verify -binary -inform DER -in FILE.p7s -content FILE checks, too
  audit verify --file FILE [--seal FILE.p7s] [--certificate FILE] [--anchor SEQUENCE:HASH]
                               checks an export by itself; --certificate (PEM): the service's, or its issuer's

  Exit code 0: intact, and of an export its seal is that of the certificate; 1: it is not.`,
    load: () => import('./commands/audit.ts'),
  },
  backup: {
    usage: 'backup FOLDER',
    summary: 'copies database and documents into a new folder while the server runs',
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    usage: 'restore FOLDER',
    summary: 'puts a backup back into an empty place, and checks it',
    details: `  Into the data folder, database and bucket that the environment names, which must hold nothing yet; of a
  backup of PostgreSQL with the installed pg_restore. The audit log's chain is checked at the end.`,
    load: () => import('./commands/restore.ts'),
  },
};
