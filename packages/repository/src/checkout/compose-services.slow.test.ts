import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { installedPostgres } from '../../../server/src/testing/database/installed-postgres.ts';
import { runCommand } from '../../../server/src/testing/system/command.ts';
import { freePort, installedHaproxy, runHaproxy } from '../../../server/src/testing/system/installed-haproxy.ts';
import { canRun, installedProgram } from '../../../server/src/testing/system/installed-program.ts';
import { startPrometheus } from '../../../server/src/testing/system/run-prometheus.ts';
import { type ServerProcess, startServer } from '../../../server/src/testing/system/server-process.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { ROOT, read } from '../source-tree.ts';
import { type ComposeDatabase, PASSWORDS, startComposeDatabase } from './compose-database.ts';

const START_MS = 300_000;
const HAPROXY = installedHaproxy();
const PROMETHEUS = installedProgram('prometheus');
const POSTGRES = installedPostgres();
const NEEDED = 'that needs PostgreSQL, HAProxy and Prometheus (on Debian: postgresql haproxy prometheus)';

interface Service {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}
const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> };

let folder: string;
let database: ComposeDatabase;
const gateways: ServerProcess[] = [];
const stops: (() => Promise<void>)[] = [];
/** The port of HAProxy, and a request to the API of Prometheus. */
let port: number;
let query: (path: string) => Promise<unknown>;

/** The settings of a gateway, with the folders and ports of this machine. */
function settingsOf(service: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const here = { ...PASSWORDS, PUBLIC_URL: 'https://cards.test' } as Readonly<Record<string, string>>;
  const filled = Object.entries(services[service]!.environment).map(([name, value]) => [
    name,
    value
      .replace(/\$\{(\w+)(?::[^}]*)?\}/g, (_, variable: string) => here[variable] ?? '')
      .replace('primary,replica', database.hosts)
      .replace('/etc/cardwright', folder),
  ]);
  return {
    ...Object.fromEntries(filled),
    CARDWRIGHT_MODE: 'production',
    CARDWRIGHT_DATA_DIR: join(folder, service),
    ...more,
  };
}

async function startAll(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'cardwright-compose-'));
  execFileSync('chmod', ['755', folder]);
  database = await startComposeDatabase(POSTGRES!, join(folder, 'postgres'), services.primary!.command.slice(1));
  const key = () => execFileSync('openssl', ['rand', '-base64', '32'], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ master: key(), lookup: key() }), { mode: 0o400 });
  writeFileSync(join(folder, 'banks.json'), JSON.stringify({ banks: [], oauth_clients: [] }));
  writeFileSync(join(folder, 'operator-token'), key(), { mode: 0o400 });
  const migrated = await runCommand(services.migrate!.command.slice(1) as string[], settingsOf('migrate'));
  expect(migrated.code, migrated.stderr).toBe(0);
  const metrics = [await freePort(), await freePort()];
  for (const [at, service] of ['gateway-one', 'gateway-two'].entries()) {
    const ports = {
      CARDWRIGHT_OPERATOR_PORT: String(metrics[at]),
      CARDWRIGHT_OPERATOR_HOST: '127.0.0.1',
      HOST: '127.0.0.1',
    };
    gateways.push(await startServer(settingsOf(service, ports)));
  }
  const proxied = await startProxy();
  const targets = read('deploy/prometheus/prometheus.yml')
    .replace('gateway-one:9464, gateway-two:9464', metrics.map((one) => `127.0.0.1:${one}`).join(', '))
    .replace('haproxy:8405', `127.0.0.1:${proxied}`)
    .replace('/run/operator-token', join(folder, 'operator-token'))
    .replace('scrape_interval: 15s', 'scrape_interval: 1s');
  writeFileSync(join(folder, 'prometheus.yml'), targets);
  copyFileSync(join(ROOT, 'deploy/prometheus/alerts.yaml'), join(folder, 'alerts.yaml'));
  const options = services.prometheus!.command.filter((option) => !option.startsWith('--config.file'));
  const file = `--config.file=${join(folder, 'prometheus.yml')}`;
  const prometheus = await startPrometheus(PROMETHEUS!, folder, [file, ...options]);
  stops.push(prometheus.stop);
  query = async (path) => await (await prometheus.get(path)).json();
}

/** Starts HAProxy with its file, and returns the port of its metrics. */
async function startProxy(): Promise<number> {
  const [pem, cert] = [join(folder, 'cards.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=cards.test', '-addext', 'subjectAltName=DNS:cards.test'];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    pem,
    '-out',
    cert,
    ...subject,
  ];
  execFileSync('openssl', made, { stdio: 'ignore' });
  writeFileSync(pem, `${readFileSync(cert)}${readFileSync(pem)}`);
  port = await freePort();
  const metrics = await freePort();
  const [one, two] = gateways.map(({ url }) => new URL(url).host);
  const configuration = read('deploy/haproxy/haproxy.cfg')
    // Each connection takes two file descriptors, and machines differ in how many a process may open.
    .replace('maxconn 20000', 'maxconn 200')
    .replace('bind :8443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy/cards.pem', pem)
    .replace('bind :8405', `bind 127.0.0.1:${metrics}`)
    .replace('gateway-one:8080', one ?? '')
    .replace('gateway-two:8080', two ?? '');
  stops.push((await runHaproxy(HAPROXY!, configuration)).stop);
  return metrics;
}

/** Returns the status of an answer through HAProxy, and checks its certificate. */
function get(path: string): Promise<number | undefined> {
  const ca = readFileSync(join(folder, 'cert.pem'));
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, ca, servername: 'cards.test' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

const valuesOf = async (promql: string) => {
  const answer = await query(`/api/v1/query?${new URLSearchParams({ query: promql })}`);
  const { status, data } = answer as { status: string; data: { result: { value: [number, string] }[] } };
  expect(status, promql).toBe('success');
  return data.result.map(({ value }) => value[1]);
};

/** Ensures that the file has a test even where these programs are not installed. */
it('the compose file has the services that are tested', () => {
  expect(Object.keys(services)).toEqual([
    ...['migrate', 'gateway-one', 'gateway-two', 'primary', 'replica', 'haproxy', 'prometheus', 'grafana'],
  ]);
});

// Debian has no Grafana, so Prometheus evaluates the queries of its dashboard.
if (canRun('The compose file', POSTGRES && HAPROXY && PROMETHEUS, NEEDED))
  describe('the services of the compose file, with the programs of Debian', () => {
    beforeAll(startAll, START_MS);
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop();
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      await database?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('have a standby that every commit waits for, and logins without more rights than they need', () => {
      expect(database.sql('primary', 'select sync_state from pg_stat_replication')).toBe('sync');
      expect(database.sql('replica', 'select pg_is_in_recovery()')).toBe('t');
      expect(database.sql('primary', "select rolsuper from pg_roles where rolname like 'cardwright%' group by 1")).toBe(
        'f',
      );
    });

    it('answer through HAProxy over TLS, which does not expose probes, even when a gateway stops', async () => {
      await vi.waitUntil(async () => (await get('/V2/cards')) === 401, WITHIN);
      expect([await get('/readyz'), await get('/healthz')]).toEqual([404, 404]);
      const statuses = ['/V2/cards', '/V2/cards', '/V2/rules', '/V2/rules'].map(get);
      expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401]);
    });

    it('are scraped by Prometheus with the token, and its alerts and the queries of the dashboard are evaluated', async () => {
      await vi.waitUntil(async () => (await valuesOf('up')).join() === '1,1,1', WITHIN);
      await vi.waitUntil(async () => (await valuesOf('haproxy_server_status{state="UP"} == 1')).length === 2, WITHIN);
      const { data } = (await query('/api/v1/rules')) as { data: { groups: { rules: { health: string }[] }[] } };
      expect(data.groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(10);
      const expressions = [...read('deploy/grafana/cardwright.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)];
      expect(expressions.length).toBeGreaterThan(10);
      for (const [, text] of expressions)
        await valuesOf((JSON.parse(text!) as string).replace(/\$__\w+/g, '5m').replace(/\$\w+/g, '.*'));
    });
  });
