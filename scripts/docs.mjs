// The documents as a site of files, with the reference of the SDK. `npm run docs` shows it while you write. `npm run docs:build`
// writes it to docs/.vitepress/dist, for any web server, and has the gateway show the reference of the SDK at /docs too. What makes it
// is a package of its own, which is installed here when it is needed for the first time: starting a server needs none of it.
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.mjs';
import { build, checkNode, exitOn, install, installApart, root, run } from './prepare.mjs';

const DOCS = path.join(root, 'docs');
const typedoc = path.join(DOCS, 'node_modules', 'typedoc', 'bin', 'typedoc');
const vitepress = path.join(DOCS, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const [command = 'dev', ...rest] = process.argv.slice(2);

checkNode();
await work().catch(exitOn);

async function work() {
  await install();
  await build();
  await installApart(DOCS);
  fs.rmSync(path.join(DOCS, 'sdk-reference'), { recursive: true, force: true });
  await run(process.execPath, [typedoc, '--options', path.join(DOCS, 'typedoc.json')]);
  if (command === 'build') await buildConsole();
  await run(process.execPath, [vitepress, command, DOCS, ...rest]);
}
