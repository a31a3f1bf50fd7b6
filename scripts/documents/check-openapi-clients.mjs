// Generates clients from the OpenAPI documents as integrators do, with the three generators of scripts/openapi-clients,
// and checks their types with those of their libraries. The generators are installed in .cache, because this repository
// does not depend on their 300 packages.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, exitOn, root } from '../prepare.mjs';
import { readExamples } from './read-examples.mjs';

const run = promisify(execFile);
const FROM = path.join(root, 'scripts/openapi-clients');
const FOLDER = path.join(root, '.cache/openapi-clients');
const FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** The lock file from which the generators were installed. */
const INSTALLED = path.join(FOLDER, 'node_modules', '.installed-lock.json');
const OUT = path.join(FOLDER, 'clients');

/** Each generator writes TypeScript below `out` from the document in the file `input`. */
const GENERATORS = {
  'openapi-typescript': (input, out) => tool('openapi-typescript/bin/cli.js', [input, '--output', `${out}/schema.ts`]),
  'hey-api': (input, out) => tool('@hey-api/openapi-ts/bin/run.js', ['--input', input, '--output', out, '--silent']),
  orval: (input, out) =>
    tool('orval/dist/bin/orval.js', ['--input', input, '--output', `${out}/client.ts`, '--client', 'fetch']),
};

const OPTIONS = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  },
  include: ['clients'],
};

async function install() {
  const lockFile = readFileSync(path.join(FROM, 'package-lock.json'), 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lockFile) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const file of FILES) copyFileSync(path.join(FROM, file), path.join(FOLDER, file));
  await run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER });
  writeFileSync(INSTALLED, lockFile);
}

async function tool(file, args) {
  const program = path.join(FOLDER, 'node_modules', file);
  const { stdout, stderr } = await run(process.execPath, [program, ...args], {
    cwd: FOLDER,
    maxBuffer: 64 * 1_024 * 1_024,
  }).catch((error) => {
    throw new Error(`${file} ${args.join(' ')}:\n${error.stdout}${error.stderr}`);
  });
  return `${stdout}${stderr}`;
}

function textsBelow(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
}

/**
 * Checks that the client has each operation, under its id or a name derived from it. Generators silently omit what they
 * cannot read.
 */
function expectEach({ paths }, generator, text) {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  const nameOf = (id) => id.replace(/[.-](\w)/g, (_, letter) => letter.toUpperCase());
  const missing = ids.filter((id) => !text.includes(`"${id}"`) && !new RegExp(`\\b${nameOf(id)}\\b`).test(text));
  if (missing.length > 0) throw new Error(`${generator} generates nothing for ${missing.join(', ')}`);
}

async function check() {
  const { OPENAPI_DOCUMENTS, writeOpenApi } = await import('../../packages/contract/dist/index.js');
  const examples = readExamples();
  rmSync(OUT, { recursive: true, force: true });
  for (const [document, { servedAt }] of Object.entries(OPENAPI_DOCUMENTS)) {
    const described = writeOpenApi('Gw', { document, examples });
    const name = path.basename(servedAt, '.json');
    const input = path.join(FOLDER, `${name}.json`);
    writeFileSync(input, JSON.stringify(described));
    for (const [generator, generate] of Object.entries(GENERATORS)) {
      const out = path.join(OUT, generator, name);
      mkdirSync(out, { recursive: true });
      await generate(input, out);
      expectEach(described, generator, textsBelow(out));
    }
    console.log(`${servedAt}: ${Object.keys(described.paths).length} paths, ${Object.keys(GENERATORS).join(', ')}`);
  }
  writeFileSync(path.join(FOLDER, 'tsconfig.json'), JSON.stringify(OPTIONS, null, 2));
  await tool('typescript/bin/tsc', ['-p', 'tsconfig.json']);
  console.log('the types of all clients are correct');
}

await build().catch(exitOn);
await install();
await check();
