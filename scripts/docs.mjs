// The site of the documents. `npm run docs` shows it while you write; `npm run docs:build` writes it to
// docs/.vitepress/dist, from where a running server serves it at /docs/guide/. What makes it is a package of its own, which is
// installed here when it is needed for the first time: starting a server needs none of it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build, checkNode, exitOn, install, installApart, root, run } from './prepare.mjs';

const DOCS = path.join(root, 'docs');
const SDK = path.join('packages', 'sdk', 'src');
const STAMP = path.join(DOCS, '.vitepress', 'dist', '.built-of');
const REFERENCE = path.join(DOCS, 'sdk-reference');
const typedoc = path.join(DOCS, 'node_modules', 'typedoc', 'bin', 'typedoc');
const vitepress = path.join(DOCS, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const [command = 'dev', ...rest] = process.argv.slice(2);

checkNode();
await work().catch(exitOn);

async function work() {
  if (command === 'build' && isBuilt()) return console.log('The site is built, and nothing has changed');
  await install();
  // the site links the operations of the contract
  await build();
  await installApart(DOCS);
  const stamp = sourceStamp();
  fs.rmSync(REFERENCE, { recursive: true, force: true });
  await run(process.execPath, [typedoc, '--options', path.join(DOCS, 'typedoc.json')]);
  await run(process.execPath, [vitepress, command, DOCS, ...rest]);
  if (command === 'build') fs.writeFileSync(STAMP, stamp);
}

function isBuilt() {
  return fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === sourceStamp();
}

/** Of everything that the site is made of. */
function sourceStamp() {
  const hash = createHash('sha256');
  const own = fs
    .readdirSync(DOCS, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|[\\/])(node_modules|dist|sdk-reference)[\\/]/.test(file));
  const sdk = fs
    .readdirSync(path.join(root, SDK), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(SDK, file));
  const included = [
    'CHANGELOG.md',
    'packages/sdk/README.md',
    'packages/contract/src/operations.ts',
    'scripts/docs.mjs',
  ];
  for (const file of [...own, ...sdk, ...included].sort())
    hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
