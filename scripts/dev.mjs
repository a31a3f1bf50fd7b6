// A sandbox that follows its sources: a saved change is compiled, and the server is restarted with it. This process
// runs the database, so the database and its data survive each restart of the server.
import path from 'node:path';
import { build, exitOn, Failure, install, root } from './prepare.mjs';
import { startServerProcess } from './server-process.mjs';
import { watchSources } from './watch-sources.mjs';
import { startCompiler } from './watching-compiler.mjs';

const PACKAGES = ['contract', 'sdk', 'embedded-postgres', 'server'];
/** Matches sources, except tests, code that only tests use, and the temporary files of editors. */
const SOURCE = /^(?!.*(\/testing\/|\.test\.ts$)).*\.(ts|sql)$/;
/** Lines that a server prints for newcomers. They are not shown again after a restart. */
const WELCOME = /^(console |TOKEN=|curl )/;

const inspect = readInspect(process.argv.slice(2));
await install().catch(exitOn);
const changes = watchSources(
  [...PACKAGES.map((name) => sources(name)), path.join(root, 'packages', 'server', 'migrations')],
  (file) => SOURCE.test(file),
);
while (!(await builds())) {
  console.log('dev: waiting for a change');
  await changes.next();
}

const { explain } = await import('../packages/server/dist/host/configuration/explain.js');
const { readableLines } = await import('../packages/server/dist/platform/http/readable-log.js');
const readable = readableLines(Boolean(process.stdout.isTTY));
const print = (line) => process.stdout.write(readable(line));

const compiler = await startCompiler();
let database;
let server;
let waiting = startServerProcess(print);
let environment = {};
let wasReady = false;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
process.once('exit', killAll);

try {
  await startDatabase();
  startServer(Date.now());
  await follow();
} catch (error) {
  process.stderr.write(`Cardwright could not start: ${explain(error)}\n`);
  await stop(1);
}

async function follow() {
  for (;;) {
    const { firstAt, files } = await changes.next();
    const code = [...files].filter(([file]) => file.endsWith('.ts'));
    const isCompiled = await compiler.compile(Math.max(0, ...code.map(([, at]) => at)));
    if (isStopping) return;
    if (!isCompiled) {
      console.log('dev: the change does not compile; the server keeps running without it');
      continue;
    }
    if (code.some(([file]) => file.startsWith(sources('embedded-postgres')))) {
      console.log('dev: the database keeps running without this change; restart `npm run dev` to try it');
    }
    await server?.stop();
    if (!isStopping) startServer(firstAt);
  }
}

async function builds() {
  try {
    await build();
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return false;
  }
}

async function startDatabase() {
  const { readSettings } = await import('../packages/server/dist/host/configuration/settings.js');
  const settings = readSettings(process.env);
  if (settings.DATABASE_URL !== undefined) return;
  const { createLogger } = await import('../packages/server/dist/platform/http/request-log.js');
  const module = await import('../packages/server/dist/host/assembly/database/start-database.js');
  const logger = createLogger(settings.CARDWRIGHT_LOG_LEVEL, { write: print });
  database = module.startDatabase(settings.CARDWRIGHT_DATA_DIR, logger);
  const { user, host, port, database: name } = (await database).connection;
  environment = { DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}` };
}

function startServer(since) {
  const started = waiting ?? startServerProcess(printRestart);
  waiting = undefined;
  server = started;
  started.serve(environment, inspect);
  started.ready.then((url) => {
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    console.log(wasReady ? `dev: ready again after ${seconds} s` : 'dev: watching the sources');
    wasReady = true;
    // If the port was chosen automatically, restarts use the same one.
    environment = { ...environment, PORT: new URL(url).port };
    waiting = startServerProcess(printRestart);
  });
  started.ended.then((how) => {
    if (how === undefined) return;
    server = undefined;
    if (!wasReady) return stop(1);
    console.log(`dev: the server has ended (${how}); it restarts with the next change`);
  });
}

function printRestart(line) {
  if (!WELCOME.test(line)) print(line);
}

/** Stops all processes. A second signal ends this one immediately, without waiting for requests. */
async function stop(code) {
  if (isStopping) process.exit(1);
  isStopping = true;
  changes.close();
  compiler.stop();
  waiting?.kill();
  await server?.stop();
  const running = await database?.catch(() => undefined);
  await running?.stop();
  process.exit(code);
}

function killAll() {
  compiler.stop();
  waiting?.kill();
  server?.kill();
}

function sources(name) {
  return path.join(root, 'packages', name, 'src');
}

/** Parses `--inspect`, `--inspect=9230` and `--inspect=0.0.0.0:9230`, as Node itself does. */
function readInspect([option, ...others]) {
  if (option === undefined) return undefined;
  const match = /^--inspect(?:=(?:(?<host>.+):)?(?<port>\d+))?$/.exec(option);
  if (!match || others.length > 0) exitOn(new Failure('usage: npm run dev [-- --inspect[=[host:]port]]'));
  return { host: match.groups.host ?? '127.0.0.1', port: Number(match.groups.port ?? 9229) };
}
