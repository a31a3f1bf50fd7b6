// `npm run docs` shows the pages of /docs while you write the documents, and reloads a page when its document changes.
// `npm run docs:build` also writes the SDK reference with TypeDoc, and builds the pages that a gateway serves at /docs.
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from '../build-console.mjs';
import { build, exitOn, install, root, run, runFromRegistry } from '../prepare.mjs';

/** TypeDoc uses the API of TypeScript 6, because version 7 has no API for programs. */
const TYPEDOC = ['typedoc@0.28.20', 'typedoc-plugin-markdown@4.14.1', 'typescript@6.0.3'];
const DOCS = path.join(root, 'docs');
const PAGES = path.join(root, 'packages', 'console', 'docs');
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const [command = 'dev', ...rest] = process.argv.slice(2);

await work().catch(exitOn);

async function work() {
  await install();
  await build();
  if (command === 'dev') return run(process.execPath, [vite, PAGES, ...rest]);
  fs.rmSync(path.join(DOCS, 'sdk-reference'), { recursive: true, force: true });
  await runFromRegistry(TYPEDOC, ['typedoc', '--options', path.join(DOCS, 'typedoc.json')]);
  await buildConsole();
}
