// One server of `npm run dev`. It is started before it is needed and loads the libraries, which is more than half of a
// start; the server itself is loaded when it has to serve, as it was compiled last.
import fs from 'node:fs';
import inspector from 'node:inspector';

// The process that started this one has ended, for whatever reason.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

process.once('message', async ({ environment, inspect }) => {
  // the times that the server tells count from here
  performance.mark('cardwright.start');
  Object.assign(process.env, environment);
  // not by an option of Node: the next server, which is already waiting, would hold the port
  if (inspect) inspector.open(inspect.port, inspect.host);
  await loaded;
  await import('../packages/server/dist/main.js');
});

const loaded = Promise.allSettled(libraries().map((name) => import(name)));

/** What the packages depend on. If one is missing, the module that imports it reports that. */
function libraries() {
  return ['contract', 'embedded-postgres', 'server'].flatMap((name) => {
    const file = new URL(`../packages/${name}/package.json`, import.meta.url);
    const { dependencies } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return Object.keys(dependencies).filter((library) => !library.startsWith('@cardwright/'));
  });
}
