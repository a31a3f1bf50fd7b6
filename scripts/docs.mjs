// `npm run docs:build`: the pages of /docs with the reference of the SDK, a page for each of its classes, functions and types. TypeDoc
// writes those into docs/sdk-reference. It is a package of its own, which is installed here when it is needed for the first time:
// every other build makes the pages without it, and with that reference once it is there.
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.mjs';
import { build, checkNode, exitOn, install, installApart, root, run } from './prepare.mjs';

const DOCS = path.join(root, 'docs');
const typedoc = path.join(DOCS, 'node_modules', 'typedoc', 'bin', 'typedoc');

checkNode();
await work().catch(exitOn);

async function work() {
  await install();
  await build();
  await installApart(DOCS);
  fs.rmSync(path.join(DOCS, 'sdk-reference'), { recursive: true, force: true });
  await run(process.execPath, [typedoc, '--options', path.join(DOCS, 'typedoc.json')]);
  await buildConsole();
}
