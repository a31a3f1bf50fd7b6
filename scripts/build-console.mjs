// Builds the console into packages/console/dist, which a server serves at /console, and the pages of /docs from the
// contract and the documents into packages/console/docs/dist. A build takes some seconds. It is skipped if nothing has
// changed: a stamp of its sources is stored with the output.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { exitOn, filesUnder, mustBeWritable, readIfThere, root, run, stampOf, writeStamp } from './prepare.mjs';

const CONSOLE = path.join(root, 'packages', 'console');
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const SITES = [
  { what: 'the console', folder: CONSOLE, sourceFiles: sourcesOfConsole },
  { what: 'the pages of /docs', folder: path.join(CONSOLE, 'docs'), sourceFiles: sourcesOfDocs },
];

/** Runs after `tsc --build`, because it bundles the compiled contract and SDK. */
export async function buildConsole() {
  if (SITES.every(isBuilt)) return;
  await withLock(root, 'console', async () => {
    for (const site of SITES) if (!isBuilt(site)) await buildSite(site);
  });
}

async function buildSite(site) {
  const { what, folder } = site;
  mustBeWritable('Its console is not built', [path.join(folder, 'dist')]);
  console.log(`Building ${what} ...`);
  const stamp = stampOfSite(site);
  // Always builds for production. Otherwise tests and developers would get the development builds of the libraries.
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn', folder], env);
  writeStamp(stampFile(site), stamp);
}

const stampFile = ({ folder }) => path.join(folder, 'dist', '.built-of');

function isBuilt(site) {
  const isThere = fs.existsSync(path.join(site.folder, 'dist', 'index.html'));
  return isThere && readIfThere(stampFile(site)) === stampOfSite(site);
}

/** A stamp of the sources of a site, without its tests. */
function stampOfSite({ folder, sourceFiles }) {
  const own = ['index.html', 'vite.config.ts'].map((name) => path.join(folder, name));
  const common = ['package.json', 'shared-build.ts'].map((name) => path.join(CONSOLE, name));
  const callPlugin = path.join(root, 'scripts', 'throwing-calls.mjs');
  const sources = sourceFiles().filter((file) => !file.endsWith('.test.ts'));
  return stampOf([...own, ...common, callPlugin, path.join(root, 'package-lock.json'), ...sources]);
}

function sourcesOfConsole() {
  return [path.join(root, 'scripts', 'contract-for-clients.mjs'), ...sourcesIn(['console', 'contract', 'sdk'])];
}

function sourcesOfDocs() {
  const makers = ['docs-contents.mjs', 'docs-markdown.mjs', 'docs-pages.mjs'].map((name) =>
    path.join(root, 'scripts', 'documents', name),
  );
  const documents = filesUnder(path.join(root, 'docs'));
  const included = ['CHANGELOG.md', path.join('packages', 'sdk', 'README.md')].map((name) => path.join(root, name));
  const examples = filesUnder(path.join(root, 'packages', 'contract', 'examples'));
  return [...makers, ...included, ...documents, ...examples, ...sourcesIn(['console', 'contract', 'sdk'])];
}

function sourcesIn(names) {
  return names.flatMap((name) => filesUnder(path.join(root, 'packages', name, 'src')));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole().catch(exitOn);
