// `npm run drill:release -- --tarball release/cardwright-0.1.0-linux-x64.tar.gz` runs a release in an empty Debian that
// has no Node.js. It starts a sandbox, decides an authorization, and runs the doctor. It needs root, mmdebstrap and a
// mirror of Debian. docs/operate/release.md
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../prepare.mjs';

const USAGE = `npm run drill:release -- --tarball FILE [options]
  --tarball FILE     tarball of build:release, with the database
  --suite NAME       Debian suite (bookworm)
  --mirror URL       Debian mirror (http://deb.debian.org/debian)
  --mmdebstrap FILE  path of mmdebstrap, if it is not in PATH`;

/** The library that Node.js links to, in addition to the C library. Debian's images contain it. */
const FOR_NODE = 'libstdc++6';
const READY_MS = 120_000;
const PLACE = '/opt/cardwright';
const SETTINGS = { PATH: '/usr/bin:/bin', HOME: '/root', CARDWRIGHT_DATA_DIR: '/var/lib/cardwright', PORT: '0' };
const READY = /^ready (http\S+)$/m;

const flags = readFlags();
const tree = mkdtempSync(path.join(os.tmpdir(), 'cardwright-debian-'));
let server;
try {
  if (process.getuid?.() !== 0) throw new Failure('the command requires root, for chroot');
  makeTree();
  unpack();
  await tryIt();
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
  spawnSync('umount', [path.join(tree, 'proc')], { stdio: 'ignore' });
  rmSync(tree, { recursive: true, force: true });
}

/** Creates a minimal Debian, which has no Node, npm or compiler. */
function makeTree() {
  const args = ['--variant=minbase', `--include=${FOR_NODE}`, '--mode=root', flags.suite, tree, flags.mirror];
  const { status, error, stderr } = spawnSync(flags.mmdebstrap, args, { encoding: 'utf8' });
  if (status !== 0) throw new Failure(`mmdebstrap failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
  const present = ['node', 'npm', 'cc', 'gcc', 'python3', 'psql'].filter((name) =>
    existsSync(path.join(tree, 'usr/bin', name)),
  );
  if (present.length > 0) throw new Failure(`the tree is not empty: ${present.join(', ')}`);
  // The embedded database runs under another account, which must be able to reach its folder.
  mkdirSync(path.join(tree, 'var/lib/cardwright'), { mode: 0o755 });
  mkdirSync(path.join(tree, 'proc'), { recursive: true });
  execFileSync('mount', ['-t', 'proc', 'proc', path.join(tree, 'proc')]);
  console.log(`${flags.suite}: ${megabytes(tree)} MB, without Node.js`);
}

function unpack() {
  const to = path.join(tree, PLACE);
  mkdirSync(to, { recursive: true });
  execFileSync('tar', ['-xzf', flags.tarball, '-C', to, '--strip-components=1']);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: to });
  console.log(
    `${path.basename(flags.tarball)}: ${(statSync(flags.tarball).size / 1e6).toFixed(1)} MB, ${megabytes(to)} MB unpacked`,
  );
}

async function tryIt() {
  const began = performance.now();
  const printed = await start();
  console.log(`ready after ${Math.round(performance.now() - began)} ms`);
  const code = await authorize(printed);
  console.log(`one authorization: Action_Code ${code}`);
  if (code !== '00') throw new Failure('the authorization was declined');
  const { status, stdout } = within(['./cardwright', 'doctor', '--json'], 'pipe');
  const { checks } = JSON.parse(stdout);
  const of = (status) => checks.filter((check) => check.status === status).map(({ name }) => name);
  console.log(`doctor: ${of('pass').length} passed, ${of('warn').length} warnings, ${of('fail').length} failed`);
  if (status !== 0) throw new Failure(`doctor failed: ${of('fail').join(', ')}`);
}

function command(args) {
  return ['/usr/sbin/chroot', [tree, '/usr/bin/env', '--chdir', PLACE, ...args]];
}

function within(args, stdio) {
  return spawnSync(...command(args), { env: SETTINGS, encoding: 'utf8', stdio });
}

/** Sends a payment with the token of the bank that the sandbox prints for newcomers. */
async function authorize(printed) {
  const [, url] = READY.exec(printed);
  const [, credentials] = /curl -s -u (\S+) -d grant_type/.exec(printed);
  const [, address, message] = /^curl -s (\S+) .* -d '(\{"Message_Version".*\})'$/m.exec(printed);
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const token = await (await fetch(`${url}/oauth2/token`, { method: 'POST', headers, body })).json();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    body: message,
  });
  return (await answer.json()).Action_Code;
}

/** Starts the sandbox. Resolves with its output after the start is complete. */
function start() {
  return new Promise((resolve, reject) => {
    server = spawn(...command(['./server']), { env: SETTINGS, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const check = (text) => {
      output += text;
      if (READY.test(output) && /"Message_Version".*\n/.test(output)) resolve(output);
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', check);
    server.once('exit', (code) => reject(new Failure(`the server ended with ${code}:\n${output}`)));
    setTimeout(() => reject(new Failure(`not ready in time:\n${output}`)), READY_MS).unref();
  });
}

async function stop() {
  if (server === undefined || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

/** Returns the size of a folder in megabytes, without mounted file systems. */
function megabytes(folder) {
  const [bytes] = execFileSync('du', ['-sxb', folder], { encoding: 'utf8' }).split('\t');
  return (Number(bytes) / 1e6).toFixed(1);
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        tarball: { type: 'string' },
        suite: { type: 'string', default: 'bookworm' },
        mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
        mmdebstrap: { type: 'string', default: 'mmdebstrap' },
      },
    });
    if (values.tarball === undefined || !existsSync(values.tarball)) throw new Error('--tarball does not name a file');
    return { ...values, tarball: path.resolve(values.tarball) };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
