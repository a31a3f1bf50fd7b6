// One server of `npm run dev`. It starts before it is needed and loads the libraries, which is more than half of a
// start. It loads the server itself, in its latest compiled form, when it has to serve.
import fs from 'node:fs';
import inspector from 'node:inspector';

// The process that started this one has ended, for any reason.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

process.once('message', async ({ environment, inspect }) => {
  // The server reports times relative to this mark.
  performance.mark('cardwright.start');
  Object.assign(process.env, environment);
  // An option of Node is not used, because the next server, which is already waiting, would occupy the port.
  if (inspect) inspector.open(inspect.port, inspect.host);
  await loaded;
  await import('../packages/server/dist/main.js');
});

const loaded = Promise.allSettled(libraries().map((name) => import(name)));

/** Loads the dependencies of the packages. If one is missing, the module that imports it reports the failure later. */
function libraries() {
  return ['contract', 'embedded-postgres', 'server'].flatMap((name) => {
    const file = new URL(`../packages/${name}/package.json`, import.meta.url);
    const { dependencies } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return Object.keys(dependencies).filter((library) => !library.startsWith('@cardwright/'));
  });
}
