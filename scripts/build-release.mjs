// `npm run build:release`: makes a tarball that runs with only Node. docs/operate/release.md describes its contents and
// how to check it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from './build-console.mjs';
import { exitOn, installProduction, prepare, pruneProduction, root } from './prepare.mjs';
import { readLicenses } from './release-licenses.mjs';
import { checksums, digestOf, signed } from './release-signature.mjs';

const USAGE = `npm run build:release -- [options]
  --out DIR            where the tarball is written (release)
  --without-database   leaves the embedded PostgreSQL out: for production, which has its own, 60 MB less
  --sign-key FILE      a private key in PEM, Ed25519 or RSA, with which the checksums are signed`;

/** The programs that start with only Node. */
const PROGRAMS = {
  'server.js': './packages/server/dist/program/main.js',
  'cardwright.js': './packages/cli/bin/cardwright.js',
};
/** The folders of each package that a release runs. The server's program contains its modules. */
const RUN = {
  cli: ['bin', 'dist'],
  contract: ['dist', 'examples'],
  'embedded-postgres': ['dist'],
  sdk: ['dist'],
  server: ['dist/program', 'migrations'],
  console: ['dist', 'docs/dist'],
};
const NOT_RUN = /(?:\.d\.ts|\.map|\.tgz)$|[\\/]dist[\\/](?:testing|package|types)(?:[\\/]|$)/;

const flags = readFlags();
const draft = mkdtempSync(path.join(os.tmpdir(), 'cardwright-release-'));
try {
  // check the key before minutes of work
  if (flags.key !== undefined) signed('', flags.key);
  await prepare();
  await buildConsole();
  const { devDependencies: _notRun, ...own } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { version, license } = own;
  const platform = flags.withoutDatabase ? 'node' : `${process.platform}-${process.arch}`;
  const name = `cardwright-${version}-${platform}`;
  const tree = path.join(draft, name);
  copyPackages(tree);
  const wanted = { withDatabase: !flags.withoutDatabase };
  await installProduction(tree, wanted);
  const { components, page } = readLicenses(tree);
  const parts = Object.keys(RUN).map((name) => `packages/${name}`);
  for (const part of parts) writeWithoutTools(tree, part);
  // npm compares the installed packages with package.json
  write(tree, 'package.json', JSON.stringify(own));
  write(tree, 'sbom.cdx.json', billOfMaterials(tree));
  // the sbom lists the libraries of the console, which its built pages contain; nothing loads them from here
  const workspaces = parts.filter((part) => part !== 'packages/console');
  write(tree, 'package.json', JSON.stringify({ ...own, workspaces }));
  await pruneProduction(tree, wanted);
  write(tree, 'package.json', `${JSON.stringify(manifest({ version, license }), null, 2)}\n`);
  for (const [file, program] of Object.entries(PROGRAMS))
    write(tree, file, `#!/usr/bin/env node\nimport '${program}';\n`, 0o755);
  write(tree, 'LICENSES.md', page);
  // npm's own records, which are of no use without npm
  for (const file of ['package-lock.json', path.join('node_modules', '.package-lock.json')])
    rmSync(path.join(tree, file), { force: true });
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(path.join(root, file), path.join(tree, file));
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
        'sign-key': { type: 'string' },
      },
    });
    return { out: path.resolve(values.out), withoutDatabase: values['without-database'], key: values['sign-key'] };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
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
    engines: { node: '>=20.19' },
    scripts: { 'start:production': 'CARDWRIGHT_MODE=production node --max-semi-space-size=64 server.js' },
  };
}

/** The bill of materials of the installed packages, as CycloneDX. */
function billOfMaterials(tree) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--sbom-type=application'];
  return execFileSync('npm', args, { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function write(tree, file, text, mode = 0o644) {
  writeFileSync(path.join(tree, file), text, { mode });
}

/** The time of the commit in seconds; without a history, the current time. */
function timeOfCommit() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return String(Math.floor(Date.now() / 1_000));
  }
}

/** Packs the files. With GNU tar, the same files make the same tarball, byte for byte. */
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
  if (flags.key !== undefined) writeFileSync(`${tarball}.sha256.sig`, signed(line, flags.key));
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${path.relative(process.cwd(), tarball)}: ${megabytes(statSync(tarball).size)}, ${megabytes(packed.length)} unpacked`,
  );
  console.log(
    `${sums.split('\n').length - 1} files of ${components} packages; sbom.cdx.json, LICENSES.md and SHA256SUMS are inside`,
  );
  if (flags.key === undefined) console.log('not signed: give a key with --sign-key');
}
