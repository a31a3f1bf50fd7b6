// Makes the console of its sources, into packages/console/dist, from where a server serves it at /console. It takes some
// seconds, and none where nothing has changed: what it is made of is noted beside what was made.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { whileLocked } from './lock.mjs';
import { exitOn, filesUnder, mustBeWritable, readIfThere, root, run, stampOf, writeStamp } from './prepare.mjs';

const CONSOLE = path.join(root, 'packages', 'console');
const OUT = path.join(CONSOLE, 'dist');
const STAMP = path.join(OUT, '.built-of');
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** After `tsc --build`: the contract and the SDK are bundled as they were compiled. */
export async function buildConsole() {
  if (isBuilt()) return;
  await whileLocked(root, 'console', async () => {
    if (isBuilt()) return;
    mustBeWritable('Its console is not built', [OUT]);
    console.log('Building the console ...');
    const stamp = sourceStamp();
    // whoever asks for it: tests and developers would get the libraries as they are for developers
    const env = { ...process.env, NODE_ENV: 'production' };
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn', CONSOLE], env);
    writeStamp(STAMP, stamp);
  });
}

function isBuilt() {
  return fs.existsSync(path.join(OUT, 'index.html')) && readIfThere(STAMP) === sourceStamp();
}

/** Tests are no part of it. */
function sourceStamp() {
  const own = ['index.html', 'package.json', 'vite.config.ts'].map((name) => path.join(CONSOLE, name));
  const bundled = ['console', 'contract', 'sdk'].flatMap((name) =>
    filesUnder(path.join(root, 'packages', name, 'src')),
  );
  const shared = ['package-lock.json', 'scripts/contract-for-clients.mjs'].map((name) => path.join(root, name));
  return stampOf([...own, ...shared, ...bundled.filter((file) => !file.endsWith('.test.ts'))]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole().catch(exitOn);
