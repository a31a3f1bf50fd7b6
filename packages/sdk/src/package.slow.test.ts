import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_RUNTIMES, installRuntimes, RUNTIMES } from '../../repository/src/checkout/runtimes-from-npm.ts';
import { type TestServer, testServer } from '../../server/src/testing/test-server.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SDK = path.join(ROOT, 'packages/sdk');
const PACKAGE = path.join(SDK, 'dist/package');
/**
 * Packages that the examples use in addition to the SDK. They come from this repository, because the test downloads
 * nothing.
 */
const TOOLS = ['@types', 'hono', 'fastify', 'pg', 'typescript'];
const KIB = 1_024;

let project: string;
let packing: { stdout: string; stderr: string };
let server: TestServer;
beforeAll(async () => {
  packing = await run('node', ['scripts/pack-sdk.mjs'], { cwd: ROOT });
  if (HAS_RUNTIMES) await installRuntimes();
  project = await mkdtemp(path.join(tmpdir(), 'cardwright-sdk-'));
  const tarball = (await readdir(path.join(SDK, 'dist'))).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(path.join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
  const tgz = path.join(SDK, 'dist', tarball);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tgz], { cwd: project });
  server = await testServer();
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.close();
  await rm(project, { recursive: true, force: true });
});

async function runHere(code: string): Promise<string> {
  await writeFile(path.join(project, 'main.mjs'), code);
  return (await run('node', ['main.mjs'], { cwd: project })).stdout.trim();
}

/** Returns an entry point with all modules that it loads. */
async function loadedBy(entry: string): Promise<{ texts: string[]; size: number }> {
  const waiting = [path.join(PACKAGE, 'dist', entry)];
  const visited = new Set(waiting);
  const texts: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = await readFile(file, 'utf8');
    texts.push(text);
    for (const [, loaded = ''] of text.matchAll(/\bfrom\s*"(\.[^"]+)"/g)) {
      const target = path.join(path.dirname(file), loaded);
      if (!visited.has(target)) waiting.push(target);
      visited.add(target);
    }
  }
  return { texts, size: Buffer.byteLength(texts.join('')) };
}

describe('the package of the SDK, installed from its tarball into an empty project', () => {
  it('is packed without a warning, and prints one line', () => {
    expect(packing.stderr).toBe('');
    expect(packing.stdout).toMatch(/^packages\/sdk\/dist\/cardwright-sdk-[\d.]+\.tgz: \d+ bytes, \d+ files\n$/);
  });

  it('needs no other package', async () => {
    expect(await readdir(path.join(project, 'node_modules'))).toEqual(['.package-lock.json', '@cardwright']);
    const packed = JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect([packed.dependencies, packed.engines]).toEqual([undefined, { node: '>=22' }]);
  });

  it('calls the server', async () => {
    const printed = await runHere(`
      import { Cardwright, CardwrightError } from '@cardwright/sdk';
      const cw = new Cardwright({ baseUrl: '${server.server.app.listeningOrigin}', clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });
      const id = { account_identifier_id: '001000000001', account_identifier_type: 'CONTRACT_NUMBER' };
      const { balances } = await cw.accounts.retrieveBalance(id);
      const error = await cw.accounts.retrieveBalance({ ...id, account_identifier_id: '009' }).catch((thrown) => thrown);
      const insured = await cw.insurances.list('9999999999999999990').catch((thrown) => thrown);
      const tokens = [];
      for await (const token of cw.tokens.list({ limit: '1' })) tokens.push(token.token_state);
      console.log(JSON.stringify([balances.length, error instanceof CardwrightError, error.errorName, insured.errorName]));`);
    expect(JSON.parse(printed)).toEqual([3, true, 'account_not_found', 'card_not_found']);
  });

  it('receives a notification, and refuses one that violates the table', async () => {
    const printed = await runHere(`
      import { generateWebhookSecret, receiveTokenNotification, signTestMessage } from '@cardwright/sdk/webhooks';
      const secret = generateWebhookSecret();
      const receive = (message) => receiveTokenNotification({ headers: message.headers, body: Buffer.from(message.body) }, { secret });
      const good = receive(signTestMessage({ secret }));
      const bad = receive(signTestMessage({ secret, id: good.webhookId, notification: { id: good.webhookId, type: 'TC' } }));
      console.log(JSON.stringify([good.ok, good.notification.type, bad.ok, bad.findings.length > 0]));`);
    expect(JSON.parse(printed)).toEqual([true, 'TC', false, true]);
  });

  it('refuses a notification that is malformed', async () => {
    const printed = await runHere(`
      import { generateWebhookSecret, receiveTokenNotification, signTestMessage } from '@cardwright/sdk/webhooks';
      const secret = generateWebhookSecret();
      const { body } = signTestMessage({ secret });
      const receive = (text) => {
        const message = signTestMessage({ secret, notification: body.replace('Your card', text) });
        return receiveTokenNotification({ headers: message.headers, body: Buffer.from(message.body) }, { secret }).ok;
      };
      console.log(JSON.stringify(['Your card', '\\\\ud83d\\\\ude00', '\\\\ud83d', '\\\\ude00'].map(receive)));`);
    expect(JSON.parse(printed)).toEqual([true, true, false, false]);
  });

  const runtimes = HAS_RUNTIMES ? RUNTIMES : RUNTIMES.slice(0, 1);
  it.each(runtimes)('calls, pages, receives and answers once in %s', async (_name, [program = '', ...args]) => {
    await writeFile(path.join(project, 'both.mjs'), bothSides(server.server.app.listeningOrigin));
    const { stdout } = await run(program, [...args, 'both.mjs'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([3, '302', true, 200, 200, 1, true, 400]);
  });

  it('adds fewer than 5,000 types to a program that imports it, without skipLibCheck', async () => {
    const program = `import { Cardwright } from '@cardwright/sdk';
      const cw = new Cardwright({ baseUrl: 'http://x.test', clientId: 'a', clientSecret: 'b' });
      console.log(await cw.cards.retrieve({ card_identifier_id: '1', card_identifier_type: 'EXID' }));`;
    const ofNode = await typesOf("import 'node:http';");
    expect(ofNode).toBeGreaterThan(1_000);
    expect((await typesOf(program)) - ofNode).toBeLessThan(5_000);
  });

  it('prints a short and readable stack for an uncaught error', async () => {
    const uncaught = await runHere(`
      import { Cardwright } from '@cardwright/sdk';
      const cw = new Cardwright({ baseUrl: '${server.server.app.listeningOrigin}', clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });
      await cw.accounts.retrieve('009');`).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
    expect(uncaught).toContain('CardwrightError: accounts.read-account: 302');
    expect(uncaught).toMatch(/at attempt \(file:.*:\d+:\d+\)/);
    expect(uncaught.length).toBeLessThan(3_000);
    expect(Math.max(...uncaught.split('\n').map((line) => line.length))).toBeLessThan(250);
  });

  it('compiles under --strict: the client, and the example for each framework', async () => {
    await cp(path.join(SDK, 'examples'), path.join(project, 'examples'), { recursive: true });
    const readme = await readFile(path.join(SDK, 'README.md'), 'utf8');
    await writeFile(path.join(project, 'examples/readme.ts'), /```ts[^\n]*\n(.*?)```/s.exec(readme)?.[1] ?? '');
    await writeFile(path.join(project, 'examples/wrong.ts'), WRONG);
    for (const tool of TOOLS)
      await symlink(path.join(ROOT, 'node_modules', tool), path.join(project, 'node_modules', tool));
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      types: ['node'],
      allowImportingTsExtensions: true,
    };
    await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }));
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run('node', [compiler, '-p', project], { cwd: project }).catch(
      (error: { stdout: string }) => error,
    );
    expect(
      stdout
        .replace(/^(examples\/\w+\.ts)\(.*?\): error (TS\d+): .*$/gm, '$1 $2')
        .split('\n')
        .filter((line) => /^\S/.test(line)),
    ).toEqual([]);
  });
});

/** Counts the types that TypeScript 5.9, the version of most users, creates for a program in the project. */
async function typesOf(program: string): Promise<number> {
  await writeFile(path.join(project, 'counted.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  };
  await writeFile(path.join(project, 'counted.json'), JSON.stringify({ compilerOptions, files: ['counted.ts'] }));
  const compiler = path.join(SDK, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run('node', [compiler, '-p', 'counted.json', '--extendedDiagnostics'], { cwd: project });
  return Number(/^Types:\s+(\d+)/m.exec(stdout)?.[1]);
}

/**
 * A program with a client, and with a receiver that gets a notification twice, then as a Request, and then with a wrong
 * content type.
 */
const bothSides = (url: string) => `
  import { createServer } from 'node:http';
  import * as sdk from '@cardwright/sdk';
  const cw = new sdk.Cardwright({ baseUrl: '${url}', clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });
  const id = { account_identifier_id: '001000000001', account_identifier_type: 'CONTRACT_NUMBER' };
  const { balances } = await cw.accounts.retrieveBalance(id);
  const error = await cw.accounts.retrieveBalance({ ...id, account_identifier_id: '009' }).catch((thrown) => thrown);
  let tokens = 0;
  for await (const token of cw.tokens.list({ limit: '1' })) tokens += token.token_state ? 1 : 0;
  const [deduplicate, secret] = [sdk.inMemory(), sdk.generateWebhookSecret()];
  let stored = 0;
  const server = createServer(async (request, response) => {
    const received = await sdk.receiveFromNode(request, { secret });
    sdk.sendAnswer(response, await sdk.storeOnce(received, deduplicate, async () => void (stored += 1)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const to = 'http://127.0.0.1:' + server.address().port;
  const { headers, body } = sdk.signTestMessage({ secret });
  const post = (more = {}) => ({ method: 'POST', headers: { ...headers, ...more }, body });
  const first = await fetch(to, post());
  const again = await fetch(to, post());
  const { ok } = await sdk.receiveFromRequest(new Request(to, post()), { secret });
  const wrong = await fetch(to, post({ 'content-type': 'text/plain' }));
  console.log(JSON.stringify([balances.length, error.code, tokens > 0, first.status, again.status, stored, ok, wrong.status]));
  process.exit();`;

/** The compiler must report each wrong line. */
const WRONG = `import { Cardwright } from '@cardwright/sdk';
const cw = new Cardwright({ baseUrl: 'http://x.test', clientId: 'a', clientSecret: 'b' });
// @ts-expect-error the body is missing
await cw.cards.create();
// @ts-expect-error a member is missing
await cw.tokens.suspend('id', { requested_by: 'CARDHOLDER' });
// @ts-expect-error the list has no such state
await cw.tokens.list({ state: 'GONE' });
// @ts-expect-error the second id is missing
await cw.merchantApplications.clearHit('one', { reason: 'x' });
const { balances } = await cw.accounts.retrieveBalance({ account_identifier_id: '1', account_identifier_type: 'CONTRACT_NUMBER' });
const amounts: string[] = balances.map(({ amount }) => amount);
console.log(amounts);
`;

describe('the package of the SDK', () => {
  it('has a webhook verifier below 100 KB, without the schemas of merchants', async () => {
    const { size, texts } = await loadedBy('webhooks.js');
    expect(size).toBeLessThan(100 * KIB);
    expect(texts.filter((text) => text.includes('acceptedCardSchemes'))).toEqual([]);
  });

  it('has a client for browsers that loads no module of Node', async () => {
    const { size, texts } = await loadedBy('browser.js');
    expect(size).toBeLessThan(120 * KIB);
    expect(texts.filter((text) => /from\s*"node:/.test(text))).toEqual([]);
  });

  it('has no finding in publint, and is small', async () => {
    const { stdout } = await run('node', [path.join(ROOT, 'node_modules/publint/src/cli.js'), PACKAGE, '--strict']);
    expect(stdout).toContain('All good!');
    expect((await stat(path.join(SDK, 'dist', 'cardwright-sdk-0.1.0.tgz'))).size).toBeLessThan(300 * KIB);
  });
});
