import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { WITHIN } from '../within.ts';
import type { Scrape } from './alert-rules.ts';
import { freePort } from './installed-haproxy.ts';

export interface RunningPrometheus {
  /** All present series of this job, with their labels. */
  series(job: string): Promise<Scrape>;
  stop(): Promise<void>;
}

interface ReportedAlert {
  data: { result: { metric: Record<string, string>; value: [number, string] }[] };
}

/** Starts a Prometheus that scrapes these servers once a second. */
export async function runPrometheus(
  program: string,
  folder: string,
  job: string,
  urls: readonly string[],
): Promise<RunningPrometheus> {
  const file = join(folder, 'prometheus.json');
  const targets = urls.map((url) => new URL(url).host);
  const scrape = { job_name: job, scrape_interval: '1s', scrape_timeout: '1s', static_configs: [{ targets }] };
  writeFileSync(file, JSON.stringify({ scrape_configs: [scrape] }));
  const { get, stop } = await startPrometheus(program, folder, [`--config.file=${file}`]);
  return {
    async series(name) {
      const answer = await get(`/api/v1/query?${new URLSearchParams({ query: `{job="${name}"}` })}`);
      const { data } = (await answer.json()) as ReportedAlert;
      return new Map(data.result.map(({ metric, value }) => [written(metric), Number(value[1])]));
    },
    stop,
  };
}

/** Starts a Prometheus with these options. It stores its series in a folder of its own in the given one. */
export async function startPrometheus(
  program: string,
  folder: string,
  options: readonly string[],
): Promise<{ get(path: string): Promise<Response>; stop(): Promise<void> }> {
  const port = await freePort();
  const storage = join(folder, 'prometheus');
  mkdirSync(storage);
  const address = `127.0.0.1:${port}`;
  const places = [`--storage.tsdb.path=${storage}`, `--web.listen-address=${address}`];
  const child = spawn(program, [...options, ...places], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const get = async (path: string) => await fetch(`http://${address}${path}`);
  await vi.waitFor(async () => {
    if (!(await get('/-/ready')).ok) throw new Error('Prometheus is not ready');
  }, WITHIN);
  return {
    get,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function written({ __name__: name, ...labels }: Record<string, string>): string {
  return `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(',')}}`;
}
