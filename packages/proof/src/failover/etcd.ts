import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../../server/src/testing/system/installed-haproxy.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { etcdEnvironment } from './patroni-files.ts';

/** Starts the store in which Patroni records which node is the primary. */
export async function startEtcd(program: string): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-etcd-'));
  const [port, peerPort] = [await freePort(), await freePort()];
  const environment = { PATH: process.env.PATH, ...etcdEnvironment(folder, port, peerPort) };
  const child = spawn(program, [], { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await vi.waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`etcd failed to start:\n${output}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    return answer?.ok;
  }, WITHIN);
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
