import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/**
 * Loaded by `--import` into a measured server. SIGUSR2 starts a CPU profile of its main thread, and the next SIGUSR2
 * writes it to the file that BENCH_PROFILE_FILE names.
 */

/** The sampling interval is a fourth of the usual one, because a part with 3 % of the time needs a thousand samples. */
const INTERVAL_US = 250;

const file = process.env.BENCH_PROFILE_FILE ?? '';
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
let isRunning = false;

process.on('SIGUSR2', () => {
  isRunning = !isRunning;
  if (isRunning) return session.post('Profiler.start');
  session.post('Profiler.stop', (error, stopped) => {
    if (error !== null) throw error;
    writeFileSync(`${file}.part`, JSON.stringify(stopped.profile));
    renameSync(`${file}.part`, file);
  });
});
