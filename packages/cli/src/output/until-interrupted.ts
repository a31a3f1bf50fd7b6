/**
 * Returns a signal that aborts at the first Ctrl-C, so that a command can finish its work and report it. The second
 * Ctrl-C ends the process at once. The signal also aborts when the reader of the output closes the pipe, as `head`
 * does.
 */
export function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(name);
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort();
    });
  }
  process.stdout.on('error', () => stop.abort());
  return stop.signal;
}
