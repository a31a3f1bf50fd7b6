import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compiler, root } from './prepare.mjs';

/** It notices a change within 20 ms, or not at all: what is saved just before it begins to watch is lost on it. */
const NOTICES_WITHIN_MS = 500;
const BEGINS = /Starting compilation|File change detected/;
const ENDS = /Found (\d+) errors?\. Watching for file changes/;

/**
 * `tsc --build --watch`: it keeps what it has read, so a change is compiled in a third of the time that `tsc --build`
 * takes. It does not say which changes a run has seen, so the times are compared; where it sleeps, it is replaced.
 */
export async function startCompiler() {
  const program = await compiler();
  let child;
  let begunAt = 0;
  /** The run that ended last: when it had begun, and whether all was well. */
  let last = { begunAt: -1, isGood: false };
  let wake = () => {};

  const start = () => {
    child?.kill();
    begunAt = Date.now();
    const colours = process.stdout.isTTY ? ['--pretty'] : [];
    // in a group of its own: Ctrl-C is for the one that started it
    const options = { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] };
    const started = spawn(program, ['--build', '--watch', '--preserveWatchOutput', ...colours], options);
    child = started;
    createInterface({ input: started.stdout }).on('line', (line) => child === started && read(line));
    started.once('close', () => {
      if (child !== started) return;
      child = undefined;
      wake();
    });
  };
  const read = (line) => {
    const [, errors] = ENDS.exec(line) ?? [];
    if (errors) last = { begunAt, isGood: errors === '0' };
    else if (BEGINS.test(line)) begunAt = Date.now();
    else if (line !== '') console.log(line);
    wake();
  };
  const untilHeardOf = (withinMs) =>
    new Promise((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(resolve, withinMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  start();
  return {
    /** Resolves to whether everything compiles as it was at that time. */
    compile: async (savedAt) => {
      for (const until = Date.now() + NOTICES_WITHIN_MS; begunAt < savedAt && Date.now() < until; ) {
        await untilHeardOf(until - Date.now());
      }
      if (!child || begunAt < savedAt) start();
      while (child && last.begunAt < savedAt) await untilHeardOf();
      return last.begunAt >= savedAt && last.isGood;
    },
    stop: () => child?.kill(),
  };
}
