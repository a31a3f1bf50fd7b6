import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadReport, LoadResult } from './load-job.ts';

const GENERATOR = fileURLToPath(new URL('./load-generator.js', import.meta.url));

/** Runs a job in its own process, and calls `onMeasuring` at the end of the warm-up. */
export function runLoad(job: LoadJob, onMeasuring: () => void): Promise<LoadResult> {
  const child = fork(GENERATOR, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.on('message', (report: LoadReport) => {
      if (report.kind === 'measuring') return onMeasuring();
      const { kind: _, ...result } = report;
      resolve(result);
      child.disconnect();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load process ended with ${code}`)));
    child.send(job);
  });
}
