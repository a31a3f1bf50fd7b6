// `npm run build:image`: builds the image of a release from its tarball, so that the image runs the bytes that are signed.
// docs/operate/deploy.md#the-image
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, Failure, root } from '../prepare.mjs';

const USAGE = `npm run build:image -- --tarball FILE [options]
  --tarball FILE   tarball of build:release --without-database, for Linux
  --base IMAGE     base image (the one in Dockerfile)
  --tag NAME       name of the image (cardwright and the version)
  --out FILE       also writes the image as an OCI archive, with buildah and podman only
  --sbom FILE      writes what the image contains as CycloneDX: packages of npm and of Debian, and Node.js
  --engine NAME    docker, podman or buildah (the first that is installed)`;

const ENGINES = ['docker', 'podman', 'buildah'];

const flags = readFlags();
const context = mkdtempSync(path.join(os.tmpdir(), 'cardwright-image-'));
try {
  unpack();
  const base = flags.base === undefined ? [] : ['--build-arg', `BASE_IMAGE=${flags.base}`];
  // The context replaces the stage of the Dockerfile that makes a release.
  const options = ['--build-context', `release=${context}`, ...base, '--tag', flags.tag];
  engine('build', ...options, '--file', path.join(root, 'Dockerfile'), root);
  console.log(`${flags.tag}: built with ${flags.engine}`);
  if (flags.out !== undefined) {
    engine('push', flags.tag, `oci-archive:${flags.out}:${flags.tag}`);
    console.log(`${path.relative(process.cwd(), flags.out)}: ${(statSync(flags.out).size / 1e6).toFixed(1)} MB`);
  }
  if (flags.sbom !== undefined) {
    const bill = sbomOfImage();
    writeFileSync(flags.sbom, `${JSON.stringify(bill, null, 1)}\n`);
    console.log(`${path.relative(process.cwd(), flags.sbom)}: ${bill.components.length} components`);
  }
} catch (error) {
  rmSync(context, { recursive: true, force: true });
  exitOn(error);
}
rmSync(context, { recursive: true, force: true });

/** Unpacks the tarball to the place where the stage `release` of the Dockerfile puts it. */
function unpack() {
  const to = path.join(context, 'cardwright');
  mkdirSync(to);
  execFileSync('tar', ['-xzf', flags.tarball, '-C', to, '--strip-components=1', '--no-same-owner']);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: to });
  if (!existsSync(path.join(to, 'runtime', 'node'))) throw new Failure('the tarball contains no Node.js');
}

function engine(...args) {
  const { status } = spawnSync(flags.engine, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Failure(`${flags.engine} ${args[0]} failed`);
}

/** Returns the bill of materials of the release, with Node.js and the packages of the base image. */
function sbomOfImage() {
  const bill = JSON.parse(inImage('cat', '/opt/cardwright/sbom.cdx.json'));
  const version = inImage('/opt/cardwright/runtime/node', '--version').trim().slice(1);
  const node = { type: 'application', name: 'node', version, purl: `pkg:generic/node@${version}` };
  // A line has the form `libc6:amd64<tab>2.36-9`.
  const lines = inImage('dpkg-query', '--show').trim().split('\n');
  const debian = lines.map((line) => {
    const [, name, of] = /^([^:\t]+)\S*\t(.+)$/.exec(line);
    return { type: 'library', name, version: of, purl: `pkg:deb/debian/${name}@${encodeURIComponent(of)}` };
  });
  return { ...bill, components: [...bill.components, node, ...debian] };
}

/** Runs a program of the image, and returns its output. */
function inImage(program, ...args) {
  const read = (...of) => execFileSync(flags.engine, of, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (flags.engine !== 'buildah') return read('run', '--rm', '--entrypoint', program, flags.tag, ...args);
  const container = read('from', flags.tag).trim();
  try {
    return read('run', container, '--', program, ...args);
  } finally {
    read('rm', container);
  }
}

function readFlags() {
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const { values } = parseArgs({
      options: {
        tarball: { type: 'string' },
        base: { type: 'string' },
        tag: { type: 'string', default: `cardwright:${version}` },
        out: { type: 'string' },
        sbom: { type: 'string' },
        engine: { type: 'string' },
      },
    });
    const { tarball, out } = values;
    // Docker cannot write an OCI archive.
    const usable = ENGINES.filter((name) => out === undefined || name !== 'docker');
    const chosen = values.engine ?? usable.find(isInstalled);
    if (tarball === undefined || !existsSync(tarball)) throw new Error('--tarball does not name a file');
    if (!ENGINES.includes(chosen)) throw new Error(`no engine is installed: one of ${usable.join(', ')} is needed`);
    if (out !== undefined && chosen === 'docker') throw new Error('--out needs podman or buildah');
    return {
      ...values,
      engine: chosen,
      tarball: path.resolve(tarball),
      ...(out !== undefined && { out: path.resolve(out) }),
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

function isInstalled(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}
