/**
 * Ended by the first Ctrl-C, so that a command can finish what it does and say what it did. The second one ends the
 * process at once. Ended also by whoever has read enough of the output, as `head` does.
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
