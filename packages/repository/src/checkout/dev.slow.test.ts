import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { scanText } from '../../../server/src/testing/cards/used-card-numbers.ts';
import { dataFolder, type ProcessExit } from '../../../server/src/testing/system/server-process.ts';
import { copyRepository } from './repository-copy.ts';

const APP = 'packages/server/src/host/assembly/app.ts';
/** A compiler that is restarted compiles the whole repository, which takes minutes on a busy machine. */
const WITHIN = { timeout: 300_000, interval: 100 };
const TEST_MS = 1_200_000;
const WELCOME = /^curl .*$/gm;

let folder: string;
let started: ChildProcess[];

beforeAll(() => {
  folder = dataFolder();
  copyRepository(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  started = [];
});
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
  }
});

/** Starts `npm run dev` in the copy. Its output closes when the last process that it started has ended. */
function startDev(environment: Record<string, string> = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(CARDWRIGHT_|DATABASE_URL$|HOST$|PORT$|NODE_|npm_lifecycle)/.test(name),
  );
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: folder,
    env: { ...Object.fromEntries(own), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<ProcessExit>((resolve) =>
    child.once('close', (code, signal) => {
      scanText('what npm run dev printed', output.replace(WELCOME, ''));
      resolve({ code, signal });
    }),
  );
  const waitForOutput = async (what: string) => {
    await vi.waitUntil(() => output.includes(what), WITHIN).catch(() => expect(output).toContain(what));
    return output;
  };
  return { child, ended, waitForOutput, output: () => output };
}

/** Replaces parts of a file, and saves it once. */
function edit(file: string, parts: Readonly<Record<string, string>>): void {
  const text = readFileSync(join(folder, file), 'utf8');
  for (const from of Object.keys(parts)) expect(text).toContain(from);
  const edited = Object.entries(parts).reduce((part, [from, to]) => part.replace(from, to), text);
  writeFileSync(join(folder, file), edited);
}

function lineOf(file: string, part: string): number {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(part)) + 1;
}

/** Returns the answer on that port, if something listens there. */
async function docsOf(url: string): Promise<unknown> {
  const answer = await fetch(url).catch(() => undefined);
  return answer && ((await answer.json()) as { docs: string }).docs;
}

function processesOfFolder(): string[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(folder));
}

describe('npm run dev', () => {
  it('exits with 1 if the port is in use, names PORT and leaves no process running', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await vi.waitUntil(() => occupant.listening, WITHIN);
    const { port } = occupant.address() as AddressInfo;
    const dev = startDev({ PORT: String(port) });
    expect(await dev.ended).toEqual({ code: 1, signal: null });
    occupant.close();
    expect(dev.output()).toContain('Set PORT to another port, or to 0 for a free port.');
    expect(processesOfFolder()).toEqual([]);
  });

  it(
    'serves the last saved version that compiles, at the same address and with the same data, prints source lines, and leaves no process running',
    async () => {
      const dev = startDev();
      const url = /^ready (http:\S+)$/m.exec(await dev.waitForOutput('dev: watching the sources'))?.[1] ?? '';
      const clock = `${url}/sandbox/clock`;
      const moved = await fetch(clock, { method: 'POST', body: '{"to":"2031-05-06T07:08:09Z"}' });
      expect(await moved.json()).toEqual({ now: expect.stringMatching(/^2031-05-06T07:08/) });

      edit(APP, {
        "docs: '/docs'": "docs: '/elsewhere'",
        "async () => ({ status: 'ok' })": "async () => {\n    throw new Error('out of order');\n  }",
      });
      await vi.waitUntil(async () => (await docsOf(url)) === '/elsewhere', WITHIN);
      expect(((await (await fetch(clock)).json()) as { now: string }).now).toMatch(/^2031-05-06T07:/);
      expect((await fetch(`${url}/healthz`)).status).toBe(500);
      await dev.waitForOutput(`${APP}:${lineOf(APP, 'out of order')}:`);

      edit(APP, { "docs: '/elsewhere'": 'docs: nothing' });
      expect(await dev.waitForOutput('dev: the change does not compile; the server keeps running without it')).toMatch(
        /assembly\/app\.ts\(\d+,\d+\): error TS2304: Cannot find name 'nothing'/,
      );
      expect(await docsOf(url)).toBe('/elsewhere');

      edit(APP, { 'docs: nothing': "docs: '/mended'" });
      await vi.waitUntil(async () => (await docsOf(url)) === '/mended', WITHIN);
      expect(dev.output().match(/^TOKEN=/gm)).toHaveLength(1);

      dev.child.kill('SIGTERM');
      expect(await dev.ended).toEqual({ code: 0, signal: null });
      expect(processesOfFolder()).toEqual([]);
    },
    TEST_MS,
  );
});
