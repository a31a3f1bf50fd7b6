import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BenchServerProcess {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** The port for ISO 8583, if the server has a network. */
  readonly isoPort?: number;
  /** Trusted certificates in PEM; present if the server uses TLS. */
  readonly ca?: string;
  stop(): Promise<void>;
}

/** The same option as in `npm start`, for all servers: the memory of most requests is freed while it is young. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];
const START_MS = 60_000;
const STOP_MS = 12_000;
const READY = /^ready https?:\/\/([^:\s]+):(\d+)$/m;
/** The output of a server with a network. The port for ISO 8583 is on the last line. */
export const READY_WITH_NETWORK = /^ready https?:\/\/([^:\s]+):(\d+)$[\s\S]*^iso8583 \S+ \S+:(\d+)$/m;

/** The built server of this working tree. */
export const PRODUCT = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

/** The path of a built script of the bench. */
export function benchScript(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Starts a built script and waits for its ready line. */
export async function startBenchServer(
  file: string,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
  ready = READY,
): Promise<BenchServerProcess> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...nodeOptions, file], {
    env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => end(child);
  try {
    const [, host, port, isoPort] = await readyLine(child, basename(file), ready);
    const network = isoPort === undefined ? {} : { isoPort: Number(isoPort) };
    return { host: host!, port: Number(port), ...network, pid: child.pid!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Settings for a measured server of the product. */
export function benchSettings(database: { url: string; keyFile: string; folder: string }): Record<string, string> {
  return {
    CARDWRIGHT_MODE: 'production',
    // The bench reads the metrics from the address that gets the load.
    CARDWRIGHT_OPERATOR_PATHS: 'open',
    CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
    CARDWRIGHT_KEY_FILE: database.keyFile,
    CARDWRIGHT_DATA_DIR: database.folder,
    DATABASE_URL: database.url,
  };
}

/** Returns the environment without settings of the product, which the shell of the bench may have. */
function inherited(): Record<string, string | undefined> {
  const isSetting = (name: string) =>
    name.startsWith('CARDWRIGHT_') || ['HOST', 'PORT', 'DATABASE_URL', 'NODE_OPTIONS'].includes(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
}

function readyLine(child: ChildProcess, script: string, ready: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`${script} was not ready in time:\n${output}`)), START_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      // Continues reading to the end, because a full pipe would block the server.
      if (output.length < 100_000) output += chunk.toString();
      const readyMatch = ready.exec(output);
      if (readyMatch === null) return;
      clearTimeout(timer);
      resolve(readyMatch);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`${script} ended with ${signal ?? code}:\n${output}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(killTimer);
}
