import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BenchServerProcess {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** Whom to trust, in PEM, where it is reached by TLS. */
  readonly ca?: string;
  stop(): Promise<void>;
}

/**
 * The same as in `npm start`, for all servers alike: most of the memory that a request used is freed while it is young.
 */
const NODE_OPTIONS = ['--max-semi-space-size=64'];
const START_MS = 60_000;
const STOP_MS = 12_000;
const READY = /^ready https?:\/\/([^:\s]+):(\d+)$/m;

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
): Promise<BenchServerProcess> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...nodeOptions, file], {
    env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => end(child);
  try {
    const [, host, port] = await readyLine(child, basename(file));
    return { host: host!, port: Number(port), pid: child.pid!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Settings of a server of the product that is measured. */
export function benchSettings(database: { url: string; keyFile: string; folder: string }): Record<string, string> {
  return {
    CARDWRIGHT_MODE: 'production',
    // the metrics are read from where the load is sent to
    CARDWRIGHT_OPERATOR_PATHS: 'open',
    CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
    CARDWRIGHT_KEY_FILE: database.keyFile,
    CARDWRIGHT_DATA_DIR: database.folder,
    DATABASE_URL: database.url,
  };
}

/** The measured server does not inherit the settings of the shell that starts the bench. */
function inherited(): Record<string, string | undefined> {
  const isSetting = (name: string) =>
    name.startsWith('CARDWRIGHT_') || ['HOST', 'PORT', 'DATABASE_URL', 'NODE_OPTIONS'].includes(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
}

function readyLine(child: ChildProcess, script: string): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = '';
    const tooLate = setTimeout(() => reject(new Error(`${script} was not ready in time:\n${output}`)), START_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      // read to the end, as a full pipe would hold up the server
      if (output.length < 100_000) output += chunk.toString();
      const found = READY.exec(output);
      if (found === null) return;
      clearTimeout(tooLate);
      resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(tooLate);
      reject(new Error(`${script} ended with ${signal ?? code}:\n${output}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(giveUp);
}
