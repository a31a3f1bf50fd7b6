const POLL_MS = 100;

/**
 * `npm start` puts a shell between npm and us, and a SIGTERM that is sent to npm ends the shell without reaching us:
 * the gateway would keep running in the background, with the port and the database. So when the parent process is gone,
 * we stop in an orderly way too. Not by a SIGTERM: where the whole group got one, a second would mean that the gateway
 * has to hurry.
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
