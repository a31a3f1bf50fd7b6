// Creates the published package of the SDK in packages/sdk/dist/package, and packs it. It bundles the code and types
// that the SDK uses from the contract, so that the package can be installed from its tarball alone:
// docs/decisions/0022-sdk-package.md.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { contractForClients } from './contract-for-clients.mjs';
import { collectDeclarations } from './sdk-declarations.mjs';
import { THROWING_CALLS } from './throwing-calls.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sdk = path.join(root, 'packages/sdk');
const out = path.join(sdk, 'dist/package');
const ENTRIES = { index: '.', webhooks: './webhooks', browser: './browser' };
/** Bundled libraries, whose licenses are included. */
const BUNDLED = ['typebox', 'lossless-json'];

async function bundle() {
  const bundled = await rolldown({
    input: Object.fromEntries(Object.keys(ENTRIES).map((name) => [name, path.join(sdk, 'dist', `${name}.js`)])),
    external: /^node:/,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    // No bundled module has side effects when it is loaded.
    treeshake: { moduleSideEffects: false },
    transform: { define: THROWING_CALLS },
    plugins: [await contractForClients()],
  });
  await bundled.write({
    dir: path.join(out, 'dist'),
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    // A stack trace shows the line of an error, so the lines must stay short.
    minify: false,
    // Editors read the JSDoc comments from the declarations.
    comments: { jsdoc: false },
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

/** Removes links to paths of the repository, which do not work in a package. */
const withoutPaths = (markdown) => markdown.replace(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1');

function licensesOf(names) {
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
collectDeclarations({ entries: Object.keys(ENTRIES), out: path.join(out, 'types') });
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
writeFileSync(path.join(out, 'README.md'), withoutPaths(readFileSync(path.join(sdk, 'README.md'), 'utf8')));
writeFileSync(path.join(out, 'THIRD-PARTY.md'), licensesOf(BUNDLED));
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
