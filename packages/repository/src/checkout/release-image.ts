import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { authorize, ecommerceMessage, issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import { startTcpProxy, type TcpProxy } from '../../../server/src/testing/database/tcp-proxy.ts';
import { type TestDatabase, testDatabase } from '../../../server/src/testing/database/test-database.ts';
import { runCommand } from '../../../server/src/testing/system/command.ts';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../../server/src/testing/system/server-process.ts';
import { ROOT } from '../source-tree.ts';
import { type ContainerImage, type ImageStore, openImage } from './container-image.ts';
import { buildEarlierProgram } from './earlier-program.ts';

const BUILD_MS = 1_800_000;
/** The user of the image. */
const USER = 10_001;
const MEGABYTE = 1_000_000;
const SMALL = { Transaction_Amount: '000000000100', Transaction_Amount_Cardholder_Billing: '000000000100' };

/** The URL of a database whose socket only its own account and the superuser reach. */
function urlThrough({ port }: TcpProxy, { url }: TestDatabase): string {
  const { username, pathname } = new URL(url);
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly components: readonly { readonly purl: string; readonly name: string; readonly version: string }[];
}
interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}
interface ComposeFile {
  readonly services: Readonly<Record<'migrate' | 'gateway-one' | 'gateway-two', ComposeService>>;
}

interface ImageWorld {
  image: ContainerImage;
  volume: string;
  proxy: TcpProxy;
  readonly containers: ServerProcess[];
  sandbox(): Record<string, string>;
  start(more?: Record<string, string>): Promise<ServerProcess>;
}

interface ReleasedImage {
  readonly store: ImageStore;
  /** The folder of the release. */
  readonly released: string;
  /** For temporary files. */
  readonly folder: string;
}

/** Tests the image of a release, which exists when the tests run. */
export function describeImage(of: () => ReleasedImage): void {
  let own: TestDatabase;
  const world: ImageWorld = {
    containers: [],
    sandbox: () => ({ CARDWRIGHT_MODE: 'sandbox', DATABASE_URL: urlThrough(world.proxy, own) }),
    start: async (more = {}) => {
      const container = await startServer({ ...world.sandbox(), ...more }, world.image.run);
      world.containers.push(container);
      return container;
    },
  } as Partial<ImageWorld> as ImageWorld;
  beforeAll(async () => {
    world.volume = dataFolder();
    chownSync(world.volume, USER, USER);
    own = await testDatabase({ from: 'empty' });
    world.proxy = await startTcpProxy();
    world.proxy.aim({ path: join(new URL(own.url).searchParams.get('host') ?? '', '.s.PGSQL.5432') });
    const { store, ...places } = of();
    world.image = openImage(store, places, { '/var/lib/cardwright': world.volume });
  }, BUILD_MS);
  afterAll(async () => {
    await cleanUp(world.containers, world.volume);
    world.image.remove();
    await world.proxy.close();
    await own.close();
  });
  testContents(world);
  testContainers(world);
  testDeployments(world);
}

/** What the image contains. */
function testContents(world: ImageWorld): void {
  it('is configured for production as another user, and contains neither npm nor a compiler', () => {
    expect(world.image.config).toMatchObject({
      User: '10001:10001',
      WorkingDir: '/opt/cardwright',
      Cmd: ['server.js'],
      StopSignal: 'SIGTERM',
    });
    expect(world.image.config.Env).toContain('CARDWRIGHT_MODE=production');
    // Debian itself needs Perl.
    expect(world.image.tools).toEqual(['perl']);
    expect(statSync(world.image.archive).size / MEGABYTE).toBeLessThan(200);
  });

  it('has a bill of materials with the packages of npm and of Debian, and Node.js', async ({ annotate }) => {
    const { bomFormat, components } = JSON.parse(readFileSync(world.image.sbom, 'utf8')) as BillOfMaterials;
    const kindOf = ({ purl }: { purl: string }) => /^pkg:(\w+)/.exec(purl)?.[1] ?? 'none';
    const kinds = [...new Set(components.map(kindOf))].sort();
    const counts = kinds.map((kind) => `${kind} ${components.filter((one) => kindOf(one) === kind).length}`);
    await annotate(
      `the archive has ${Math.round(statSync(world.image.archive).size / MEGABYTE)} MB; ${counts.join(', ')}`,
    );
    expect(bomFormat).toBe('CycloneDX');
    expect(kinds).toEqual(['deb', 'generic', 'npm']);
    expect(components).toContainEqual(expect.objectContaining({ name: 'node', version: process.versions.node }));
  });
}

/** How a container behaves. */
function testContainers(world: ImageWorld): void {
  it('decides as that user, with a read-only root and no capability, and its doctor has no finding', async () => {
    const server = await world.start();
    const card = await issueCard(server);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');

    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    const value = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1];
    expect(value('Uid')).toBe([USER, USER, USER, USER].join('\t'));
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) expect(value(set), set).toBe('0'.repeat(16));
    expect(value('NoNewPrivs')).toBe('1');
    const mounts = readFileSync(`/proc/${server.child.pid}/mounts`, 'utf8').split('\n');
    expect(mounts.find((line) => line.split(' ')[1] === '/')).toMatch(/ ro[, ]/);

    const { stdout } = await runCommand(['cardwright.js', 'doctor', '--json'], world.sandbox(), world.image.run);
    const failed = JSON.parse(stdout).checks.filter(({ status }: { status: string }) => status === 'fail');
    const names = failed.map(({ name }: { name: string }) => name);
    // The test database turns these settings off.
    expect(names.filter((name: string) => !/^(?:fsync|full_page_writes|synchronous_commit)$/.test(name))).toEqual([]);
  });

  it('reports its health, and ends after SIGTERM with what it answers', async () => {
    const server = await world.start();
    const health = () =>
      runCommand(['/opt/cardwright/health.mjs'], { PORT: new URL(server.url).port }, world.image.run).then(
        ({ code }) => code,
      );
    expect(await health()).toBe(0);
    const card = await issueCard(server);
    const answers = Array.from({ length: 20 }, () => authorize(server, ecommerceMessage(card)));
    await answers[0];
    server.child.kill('SIGTERM');
    const settled = await Promise.allSettled(answers);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await health()).toBe(1);
  });

  it('starts in production with a key file on its volume', async () => {
    const key = () => randomBytes(32).toString('base64');
    const keyFile = join(world.volume, 'keys.json');
    writeFileSync(keyFile, JSON.stringify({ master: key(), lookup: key() }), { mode: 0o400 });
    chownSync(keyFile, USER, USER);
    const empty = await testDatabase({ from: 'empty' });
    try {
      const server = await world.start({
        CARDWRIGHT_MODE: 'production',
        CARDWRIGHT_KEY_FILE: '/var/lib/cardwright/keys.json',
        CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
        DATABASE_URL: urlThrough(world.proxy, empty),
      });
      expect((await server.request({ url: '/readyz' })).json).toEqual({ status: 'ready' });
      server.child.kill('SIGTERM');
      expect(await server.ended).toEqual({ code: 0, signal: null });
    } finally {
      await empty.close();
    }
  });
}

/** How it is deployed: as an upgrade, and by the compose file. */
function testDeployments(world: ImageWorld): void {
  it('upgrades an earlier program without a failed request: the next container starts next to it, and it drains', async () => {
    const earlier = buildEarlierProgram();
    if (earlier === undefined) return;
    const place = '/opt/cardwright/packages/server';
    const mounts = { [`${place}/dist/program`]: earlier.program, [`${place}/migrations`]: earlier.migrations };
    const empty = await testDatabase({ from: 'empty' });
    const onEmpty = { CARDWRIGHT_DRAIN_MS: '0', DATABASE_URL: urlThrough(world.proxy, empty) };
    const previous = await startServer({ ...world.sandbox(), ...onEmpty }, world.image.runWith('run-earlier', mounts));
    world.containers.push(previous);
    const card = await issueCard(previous);
    const next = await world.start(onEmpty);
    const codes = new Map<string, number>();
    const send = async (server: ServerProcess) => {
      const code = String((await authorize(server, ecommerceMessage(card, SMALL))).json.Action_Code);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    };
    for (let count = 0; count < 20; count += 1) await Promise.all([send(previous), send(next)]);
    previous.child.kill('SIGTERM');
    expect(await previous.ended).toEqual({ code: 0, signal: null });
    for (let count = 0; count < 20; count += 1) await send(next);
    expect([...codes]).toEqual([['00', 60]]);
    await next.kill();
    await empty.close();
  });

  it('runs the gateways of the compose file with its settings: migrate first, then both', async () => {
    const file = parse(readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8'), { merge: true }) as ComposeFile;
    const { migrate, 'gateway-one': one, 'gateway-two': two } = file.services;
    const etc = mkdtempSync(join(world.volume, 'etc-'));
    const key = () => randomBytes(32).toString('base64');
    const contents = {
      'keys.json': JSON.stringify({ master: key(), lookup: key() }),
      'banks.json': JSON.stringify({ banks: [], oauth_clients: [] }),
      'operator-token': key(),
    };
    for (const [name, text] of Object.entries(contents)) writeFileSync(join(etc, name), text, { mode: 0o400 });
    for (const name of ['', ...Object.keys(contents)]) chownSync(join(etc, name), USER, USER);
    const empty = await testDatabase({ from: 'empty' });
    const url = urlThrough(world.proxy, empty);
    // Replaces the ports and the names of other services with those of this machine.
    const here = { DATABASE_URL: url, CARDWRIGHT_OWNER_DATABASE_URL: url, CARDWRIGHT_PUBLIC_URL: 'https://cards.test' };
    const run = world.image.runWith('run-compose', { '/etc/cardwright': etc });
    const settingsOf = ({ environment }: ComposeService) => ({
      ...environment,
      ...here,
      CARDWRIGHT_OPERATOR_PORT: '0',
    });
    try {
      const migrated = await runCommand(migrate.command ?? [], settingsOf(migrate), run);
      expect(migrated.code, migrated.stderr).toBe(0);
      for (const service of [one, two]) {
        expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']]);
        const gateway = await startServer(settingsOf(service), run);
        world.containers.push(gateway);
        expect((await gateway.request({ url: '/readyz' })).json).toEqual({ status: 'ready' });
      }
    } finally {
      await Promise.all(world.containers.map((container) => container.kill()));
      await empty.close();
    }
  });
}
