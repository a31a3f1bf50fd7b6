import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { WITHIN } from '../within.ts';
import { installedProgram } from './installed-program.ts';

export function installedHaproxy(): string | undefined {
  return installedProgram('haproxy');
}

export interface Haproxy {
  readonly url: string;
  /** Waits until its health checks report this status of the server. */
  sees(server: 'one' | 'two', status: 'UP' | 'DOWN'): Promise<void>;
  stop(): Promise<void>;
}

const SCALE_OUT = 'operate/scale-out.md';
const DOCS = new URL('../../../../../docs/', import.meta.url);

/**
 * Starts HAProxy with the documented configuration, in front of servers on these ports of this machine. It does not retry: a
 * refused connection is a failure that the caller sees.
 */
export async function startHaproxy(program: string, ports: { one: number; two: number }): Promise<Haproxy> {
  const port = await freePort();
  const configuration = documentedBlock(SCALE_OUT, 'haproxy')
    .replace('defaults\n', 'defaults\n  retries 0\n')
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^( {2}server one) \S+/m, `$1 127.0.0.1:${ports.one}`)
    .replace(/^( {2}server two) \S+/m, `$1 127.0.0.1:${ports.two}`);
  const { socket, stop } = await runHaproxy(program, configuration);
  return {
    url: `http://127.0.0.1:${port}`,
    sees: async (server, status) => {
      await vi.waitUntil(async () => (await statusOf(socket, server)) === status, WITHIN);
    },
    stop,
  };
}

/** Starts HAProxy with that configuration, and with a socket for queries. */
export async function runHaproxy(
  program: string,
  configuration: string,
): Promise<{ socket: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-haproxy-'));
  const [socket, file] = [join(folder, 'admin.sock'), join(folder, 'haproxy.cfg')];
  writeFileSync(file, `global\n  stats socket ${socket}\n\n${configuration}`);
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const close = new Promise((resolve) => child.once('close', resolve));
  await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`HAProxy does not start: ${complaints.join('')}`);
    return existsSync(socket);
  }, WITHIN);
  return {
    socket,
    stop: async () => {
      child.kill('SIGTERM');
      await close;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the first code block of a language on a page of the documentation. */
export function documentedBlock(page: string, language: string): string {
  const text = readFileSync(new URL(page, DOCS), 'utf8');
  const [, block] = new RegExp(`^\`\`\`${language}[^\\n]*\\n(.*?)^\`\`\``, 'ms').exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/${page} shows no ${language}`);
  return block;
}

/** Reads a server's status from HAProxy's comma-separated statistics: the eighteenth column. */
async function statusOf(path: string, server: string): Promise<string | undefined> {
  const socket = connect(path, () => socket.end('show stat\n'));
  let table = '';
  for await (const piece of socket.setEncoding('utf8')) table += piece;
  const row = table.split('\n').map((line) => line.split(','));
  return row.find(([proxy, name]) => proxy === 'cardwright' && name === server)?.[17];
}

/** Returns an unused port, for a process that cannot report which one it chose. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
