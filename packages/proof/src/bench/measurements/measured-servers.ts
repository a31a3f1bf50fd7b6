import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchDatabase } from '../bench-database.ts';
import { type BenchServerProcess, benchScript, PRODUCT, startBenchServer } from '../bench-process.ts';

/** Servers that differ in one setting of an operator. The first one is the baseline. */
export interface MeasuredServers {
  readonly servers: ReadonlyMap<string, BenchServerProcess>;
  /** Throws an error if the measured feature was not used. */
  check(): Promise<void>;
}

type Undone = <T extends { stop(): Promise<void> }>(starting: Promise<T>) => Promise<T>;

export interface Start {
  readonly bench: BenchDatabase;
  readonly settings: Readonly<Record<string, string>>;
  readonly undone: Undone;
}

export const ONE_PERCENT = '1 % traced';

/** Starts the servers. The second one is like the first, so their difference is noise. */
export async function startWithTraces({ settings, undone }: Start): Promise<MeasuredServers> {
  const collector = await undone(startBenchServer(benchScript('servers/collector-server.js'), {}));
  const url = `http://${collector.host}:${collector.port}`;
  const start = (more: Record<string, string>) => undone(startBenchServer(PRODUCT, { ...settings, ...more }));
  const traced = (ratio: string) => start({ CARDWRIGHT_TRACING_URL: url, CARDWRIGHT_TRACING_RATIO: ratio });
  return {
    servers: new Map([
      ['not traced', await start({})],
      ['the same', await start({})],
      [ONE_PERCENT, await traced('0.01')],
      ['all traced', await traced('1')],
    ]),
    check: async () => {
      const batches = Number(await (await fetch(url)).text());
      if (!(batches > 0)) throw new Error('the collector got no spans: tracing was not measured');
    },
  };
}

export async function startWithTls({ bench, settings, undone }: Start): Promise<MeasuredServers> {
  const [keyFile, certFile] = [join(bench.folder, 'tls.key'), join(bench.folder, 'tls.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certFile, ...names], { stdio: 'pipe' });
  const start = (more: Record<string, string>) => undone(startBenchServer(PRODUCT, { ...settings, ...more }));
  const secured = await start({ CARDWRIGHT_TLS_CERT_FILE: certFile, CARDWRIGHT_TLS_KEY_FILE: keyFile });
  return {
    servers: new Map([
      ['no TLS', await start({})],
      ['the same', await start({})],
      ['TLS', { ...secured, ca: readFileSync(certFile, 'utf8') }],
    ]),
    check: async () => {},
  };
}
