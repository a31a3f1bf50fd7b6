// Makes the package of the SDK as it is published, in packages/sdk/dist/package, and packs it. What it takes from the contract is
// bundled into it, code and types, so that it can be installed from its tarball alone: docs/decisions/0022-package-of-the-sdk.md.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { collectDeclarations } from './sdk-declarations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sdk = path.join(root, 'packages/sdk');
const contract = path.join(root, 'packages/contract/dist/index.js');
const out = path.join(sdk, 'dist/package');
const ENTRIES = { index: '.', webhooks: './webhooks', browser: './browser' };
/** Account numbers are checked in the requests that merchants are boarded with: the server reads those, and no part of the SDK. */
const NO_TABLES = "export const isValidIBAN = () => { throw new Error('account numbers are checked by the server'); };";
/** Bundled, so that their licences come along. */
const BUNDLED = ['typebox', 'lossless-json'];

/** What the client needs of an operation when it runs: the schemas are for the compiler and the server. */
function factsOf(operation) {
  const { request, requestBody: _, responseBody: __, response: ___, params: ____, errors: _____, ...facts } = operation;
  const namesOf = (schema) => ({
    properties: Object.fromEntries(Object.keys(schema.properties).map((name) => [name, {}])),
  });
  return {
    ...facts,
    ...(operation.surface === 'rest' && { request: request && {}, query: namesOf(operation.query) }),
    ...(operation.headers && { headers: namesOf(operation.headers) }),
  };
}

/** The contract with its operations cut down to those facts. */
async function contractForClients() {
  const all = await import(pathToFileURL(contract).href);
  const known = new Set(all.OPERATIONS);
  const operations = Object.entries(all).filter(([, value]) => known.has(value));
  const own = operations.map(([name, value]) => `export const ${name} = ${JSON.stringify(factsOf(value))};`);
  const others = Object.keys(all).filter((name) => !known.has(all[name]));
  return [...own, `export { ${others.join(', ')} } from ${JSON.stringify(contract)};`].join('\n');
}

async function bundle() {
  const virtual = '\0contract';
  const noTables = '\0account-numbers';
  const code = await contractForClients();
  const bundled = await rolldown({
    input: Object.fromEntries(Object.keys(ENTRIES).map((name) => [name, path.join(sdk, 'dist', `${name}.js`)])),
    external: /^node:/,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    // of what is bundled nothing does anything when it is loaded
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'contract-for-clients',
        resolveId: (id) => ({ '@cardwright/contract': virtual, ibantools: noTables })[id],
        load: (id) => ({ [virtual]: code, [noTables]: NO_TABLES })[id],
        // taken by name, what is not used of it can be left out
        transform: (text, id) =>
          id.startsWith(path.dirname(contract))
            ? text.replace(/^import Type(, \{\})? from/m, 'import * as Type from')
            : undefined,
      },
    ],
  });
  await bundled.write({
    dir: path.join(out, 'dist'),
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    comments: false,
    minify: true,
    keepNames: true,
  });
  await bundled.close();
}

function manifest() {
  const { version, license, engines } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8'));
  const exports = Object.entries(ENTRIES).map(([name, entry]) => [
    entry,
    { types: `./types/sdk/${name}.d.ts`, default: `./dist/${name}.js` },
  ]);
  return {
    name: '@cardwright/sdk',
    version,
    description: 'Client of the Cardwright card issuing gateway, and receiver of its token notifications',
    license,
    type: 'module',
    engines,
    sideEffects: false,
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    types: './types/sdk/index.d.ts',
    files: ['dist', 'types', 'examples', 'CHANGELOG.md', 'THIRD-PARTY.md'],
    keywords: ['card-issuing', 'cardwright', 'payments', 'standard-webhooks'],
  };
}

/** Paths of the repository lead nowhere from a package. */
const withoutPaths = (markdown) => markdown.replace(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1');

function licencesOf(names) {
  const texts = names.map((name) => {
    const folder = path.join(root, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = ['license', 'LICENSE', 'LICENSE.md'].find((each) => hasFile(path.join(folder, each)));
    return `## ${name} ${version}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  return `# Bundled packages\n\n${texts.join('\n')}`;
}

function hasFile(file) {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle();
const entries = Object.keys(ENTRIES).map((name) => path.join(sdk, 'dist', `${name}.d.ts`));
collectDeclarations({ root, entries, out: path.join(out, 'types') });
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
writeFileSync(path.join(out, 'README.md'), withoutPaths(readFileSync(path.join(sdk, 'README.md'), 'utf8')));
writeFileSync(path.join(out, 'THIRD-PARTY.md'), licencesOf(BUNDLED));
cpSync(path.join(sdk, 'CHANGELOG.md'), path.join(out, 'CHANGELOG.md'));
cpSync(path.join(sdk, 'examples'), path.join(out, 'examples'), { recursive: true });
cpSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', path.dirname(out)], {
    cwd: out,
    encoding: 'utf8',
  }),
);
console.log(
  `${path.relative(root, path.join(path.dirname(out), packed.filename))}: ${packed.size} bytes, ${packed.entryCount} files`,
);
