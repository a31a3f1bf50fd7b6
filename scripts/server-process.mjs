import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './prepare.mjs';

/**
 * The time limit for stopping. It is longer than requests take, but a request that is paused at a breakpoint would
 * never end.
 */
const STOP_MS = 2_000;
const READY = /^ready (http\S+)$/;

/** Starts a process that waits until `serve` makes it the server. `onLine` receives its output. */
export function startServerProcess(onLine) {
  const flags = ['--enable-source-maps', '--max-semi-space-size=64'];
  const child = spawn(process.execPath, [...flags, path.join(root, 'scripts', 'dev-server.mjs')], {
    cwd: root,
    // Ctrl-C reaches all processes of a terminal's group, but only the watching process may stop this one.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let isRunning = true;
  let isReported = false;
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      isRunning = false;
      resolve(isReported ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
  // The process may end before it receives its first message.
  child.on('error', () => {});
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line);
        const [, url] = READY.exec(line) ?? [];
        if (url) resolve(url);
      });
    }
  });
  return {
    /** Resolves to the address of the server. */
    ready,
    /** Resolves to a description of how the process ended, or to undefined if it was stopped on purpose. */
    ended,
    serve: (environment, inspect) => child.send({ environment, inspect }, () => {}),
    stop: async () => {
      isReported = true;
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(killTimer);
    },
    kill: () => isRunning && child.kill('SIGKILL'),
  };
}
