const POLL_MS = 100;

/**
 * Stops the gateway when its parent process ends. `npm start` puts a shell between npm and the gateway, and a SIGTERM
 * to npm ends the shell without reaching the gateway, which would continue to run in the background, with the port and
 * the database. This function does not send a SIGTERM: if the whole process group got one, a second one would make the
 * gateway stop without waiting.
 */
export function followNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGHUP');
  }, POLL_MS);
  timer.unref();
}
