import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './prepare.mjs';

/** Longer than requests take; one that stands at a breakpoint would never end. */
const STOP_MS = 2_000;
const READY = /^ready (http\S+)$/;

/** A process that waits until it is told to be the server. `onLine` gets what it prints. */
export function startServerProcess(onLine) {
  const flags = ['--enable-source-maps', '--max-semi-space-size=32'];
  const child = spawn(process.execPath, [...flags, path.join(root, 'scripts', 'dev-server.mjs')], {
    cwd: root,
    // Ctrl-C goes to all processes of a terminal's group: it is for the one that watches to stop this one
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let isRunning = true;
  let isTold = false;
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      isRunning = false;
      resolve(isTold ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
  // it may end before it is told anything
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
    /** Resolves to where it listens. */
    ready,
    /** Resolves to how it ended, or to nothing where it was told to. */
    ended,
    serve: (environment, inspect) => child.send({ environment, inspect }, () => {}),
    stop: async () => {
      isTold = true;
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(giveUp);
    },
    kill: () => isRunning && child.kill('SIGKILL'),
  };
}
