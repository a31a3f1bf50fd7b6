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
  const port = await freePort();
  const [file, storage] = [join(folder, 'prometheus.json'), join(folder, 'prometheus')];
  mkdirSync(storage);
  const targets = urls.map((url) => new URL(url).host);
  const scrape = { job_name: job, scrape_interval: '1s', scrape_timeout: '1s', static_configs: [{ targets }] };
  writeFileSync(file, JSON.stringify({ scrape_configs: [scrape] }));
  const address = `127.0.0.1:${port}`;
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${storage}`, `--web.listen-address=${address}`];
  const child = spawn(program, options, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const get = async (path: string) => await fetch(`http://${address}${path}`);
  await vi.waitFor(async () => {
    if (!(await get('/-/ready')).ok) throw new Error('Prometheus is not ready');
  }, WITHIN);
  return {
    async series(name) {
      const answer = await get(`/api/v1/query?${new URLSearchParams({ query: `{job="${name}"}` })}`);
      const { data } = (await answer.json()) as ReportedAlert;
      return new Map(data.result.map(({ metric, value }) => [written(metric), Number(value[1])]));
    },
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
