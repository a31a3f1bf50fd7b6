import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchServerProcess, benchScript, startBenchServer } from '../bench-process.ts';

/** A server whose main thread can be profiled. */
export interface ProfiledServer extends BenchServerProcess {
  /** Profiles the server during the work. */
  profile<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly profile: Profiler.Profile }>;
}

const WRITTEN_MS = 20_000;
const POLL_MS = 20;
/** The profiler starts on the server's main thread, which first lists all compiled code. */
const STARTED_MS = 300;

/**
 * Starts a server with a profiler.
 *
 * @param profileFile where the server writes its profiles
 */
export async function startProfiledServer(
  file: string,
  environment: Record<string, string>,
  profileFile: string,
): Promise<ProfiledServer> {
  // With line information, the profile also names functions that the compiler inlined before the profile began.
  const options = ['--detailed-line-info', `--import=${benchScript('budget/profile-on-signal.js')}`];
  const server = await startBenchServer(file, { ...environment, BENCH_PROFILE_FILE: profileFile }, options);
  return {
    ...server,
    async profile(work) {
      await rm(profileFile, { force: true });
      process.kill(server.pid, 'SIGUSR2');
      await sleep(STARTED_MS);
      const result = await work();
      process.kill(server.pid, 'SIGUSR2');
      const until = Date.now() + WRITTEN_MS;
      while (!existsSync(profileFile)) {
        if (Date.now() > until) throw new Error('the server did not write its CPU profile in time');
        await sleep(POLL_MS);
      }
      return { result, profile: JSON.parse(await readFile(profileFile, 'utf8')) as Profiler.Profile };
    },
  };
}
