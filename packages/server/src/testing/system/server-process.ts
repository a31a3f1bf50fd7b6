import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPostmasterOf } from '@cardwright/embedded-postgres';
import { vi } from 'vitest';
import type { ConnectionSettings } from '../../platform/storage/index.ts';
import type { Sender } from '../cards/issued-cards.ts';
import { scanText } from '../cards/used-card-numbers.ts';
import { findLeakedNumber } from '../database/search-database.ts';
import { scanFiles } from '../search-files.ts';
import { scanAnswer, sendEnvelope } from '../test-server.ts';
import { WITHIN } from '../within.ts';

/** The built program that operators run. `npm test` builds it first. */
const MAIN = fileURLToPath(new URL('../../../dist/program/main.js', import.meta.url));
/** Free ports, and deadlines for a busy machine. */
const FOR_TESTS = { PORT: '0', CARDWRIGHT_OPERATOR_PORT: '0', CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '20000' };
/** Matches the example request that the sandbox prints, which contains one of its card numbers. */
const WELCOME = /^curl .*$/gm;

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A server in its own process, for tests that kill it, stop it or start several. */
export interface ServerProcess extends Sender {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its output so far: log lines and other text. */
  readonly output: string[];
  readonly ended: Promise<ProcessExit>;
  /** Returns the present process id of the embedded database. */
  postmasterPid(): number;
  /** Connects to the embedded database, to inspect what is stored. */
  connection(): ConnectionSettings;
  /** Kills the server with `kill -9`, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a server and waits for its `ready` line. */
export async function startServer(environment: Record<string, string>, program = MAIN): Promise<ServerProcess> {
  const { child, output, ended } = spawnServer(environment, program);
  const url = await Promise.race([
    vi.waitUntil(() => /^ready (https?:\S+)$/m.exec(output.join(''))?.[1], WITHIN),
    ended.then(({ code }) => Promise.reject(new Error(`the server ended with ${code}:\n${output.join('')}`))),
  ]).catch((error) => {
    // no other code can stop this process
    child.kill('SIGKILL');
    throw error;
  });
  const tokens = new Map<string, Promise<string>>();
  const token = (clientId: string) => {
    const token = tokens.get(clientId) ?? fetchToken(url, clientId);
    tokens.set(clientId, token);
    return token;
  };
  const request: Sender['request'] = async ({ as, method = 'GET', url: path, headers, payload }) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await token(as)}` };
    const type = payload === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, {
      method,
      // do not follow redirects, like requests within the process
      redirect: 'manual',
      headers: { ...type, ...authorization, ...(headers as Record<string, string>) },
      ...(payload !== undefined && { body: bodyOf(payload) }),
    });
    const text = await answer.text();
    const cookies = answer.headers.getSetCookie();
    const answered = { ...Object.fromEntries(answer.headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
    scanAnswer(path, answered, text);
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: answer.status,
      headers: answered,
      text,
      json: isJson ? JSON.parse(text) : {},
    };
  };
  return {
    url,
    child,
    output,
    ended,
    request,
    envelope: (operationId, body, more) => sendEnvelope(request, operationId, body, more),
    postmasterPid: () => Number(lastDetail(output, /"pid":(\d+)[^\n]*"the database (?:is ready|server was restarted)/)),
    connection: () => {
      const dataPath = dataPathOf(output);
      const { socket } = JSON.parse(readFileSync(join(dirname(dataPath), 'postgres-owner.json'), 'utf8'));
      return { host: dirname(socket), port: 5432, user: 'cardwright', database: 'cardwright' };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function bodyOf(payload: unknown): string | Uint8Array<ArrayBuffer> {
  if (Buffer.isBuffer(payload)) return new Uint8Array(payload);
  return typeof payload === 'string' ? payload : JSON.stringify(payload);
}

/** Runs a server that should end by itself. */
export async function runServer(environment: Record<string, string>): Promise<ProcessExit & { output: string }> {
  const { output, ended } = spawnServer(environment);
  return { ...(await ended), output: output.join('') };
}

/** Returns the command of a program. A module runs in this Node.js, and any other file runs by itself. */
export function commandOf(program: string): [file: string, ...args: string[]] {
  return program.endsWith('.js') ? [process.execPath, program] : [program];
}

/** Starts a server without waiting for it. */
export function spawnServer(environment: Record<string, string>, program = MAIN) {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(CARDWRIGHT_|DATABASE_URL$|HOST$|PORT$|NODE_)/.test(name),
  );
  const [file, ...args] = commandOf(program);
  const child = spawn(file, args, {
    env: { ...Object.fromEntries(variables), ...FOR_TESTS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const ended = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => {
      scanText('what a server printed', output.join('').replace(WELCOME, ''));
      resolve({ code, signal });
    });
  });
  return { child, output, ended };
}

async function fetchToken(url: string, clientId: string): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: `${clientId}-secret`,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function lastDetail(output: readonly string[], pattern: RegExp): string {
  const match = [...output.join('').matchAll(new RegExp(pattern, 'g'))].at(-1)?.[1];
  if (match === undefined) throw new Error(`the server did not say ${pattern}`);
  return match;
}

/** Returns the folder of the embedded cluster. */
export function dataPathOf(output: readonly string[]): string {
  return lastDetail(output, /"dataPath":"([^"]+)"/);
}

/** Whether the embedded database of this server's folder runs, regardless of what started it. */
export function databaseRuns(output: readonly string[]): boolean {
  const file = join(dataPathOf(output), 'postmaster.pid');
  if (!existsSync(file)) return false;
  return isPostmasterOf(Number.parseInt(readFileSync(file, 'utf8'), 10), dataPathOf(output));
}

/** Creates a data folder to which the embedded database's account has access, also when the tests run as root. */
export function dataFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cardwright-process-')));
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

/** Cleans up after a test, passed or failed: kills the servers, and the database that they may have left running. */
export async function cleanUp(servers: readonly ServerProcess[], folder: string): Promise<void> {
  const leaks: (string | undefined)[] = [];
  for (const server of servers) {
    await server.kill();
    if (!/"dataPath":"/.test(server.output.join(''))) continue;
    const file = join(dataPathOf(server.output), 'postmaster.pid');
    if (!databaseRuns(server.output)) continue;
    // the database may still be restarting
    leaks.push(await vi.waitFor(() => findLeakedNumber(server.connection()), WITHIN));
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL');
    await vi.waitUntil(() => !databaseRuns(server.output), WITHIN);
  }
  scanFiles(folder);
  rmSync(folder, { recursive: true, force: true });
  const [leak] = leaks.filter((line) => line !== undefined);
  if (leak !== undefined) throw new Error(leak);
}
