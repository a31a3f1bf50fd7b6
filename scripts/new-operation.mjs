// Writes the files of a new operation. They compile, and all tests pass except one, which lists what to fill in.
//   npm run new-operation -- cards enquire-limits
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build, exitOn, Failure, root } from './prepare.mjs';

await build().catch(exitOn);
const { CAPABILITIES, filesOf, namesOf } = await import('./new-operation-files.mjs');

const at = (file) => path.join(root, file);
const read = (file) => fs.readFileSync(at(file), 'utf8');

try {
  const names = readArguments(process.argv.slice(2));
  const page = edit(names.page, (text) => `${text.trimEnd()}\n\n${names.section}`);
  const list = edit(names.serverList, (text) => listInServer(text, names));
  const files = filesOf(names, nextExampleNumber());
  for (const [file, text] of [...files, page, list]) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), text);
  }
  const written = [...files, page, list].map(([file]) => file).filter((file) => !file.endsWith('.md'));
  execFileSync(at('node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...written], { cwd: root });
  // Runs a separate process, because this one has loaded the previous contract.
  execFileSync(process.execPath, [at('scripts/documents/write-docs.mjs')], { cwd: root, stdio: 'inherit' });
  console.log(`${names.id} exists and compiles. Complete, in this order:`);
  for (const [file] of files) console.log(`  ${file}`);
  console.log(`  ${names.page}#${names.verbNoun}, then node scripts/documents/write-docs.mjs`);
  console.log(`  CHANGELOG.md\nThe SDK method is ${names.sdk}. ${names.serverList} lists its implementation.`);
  console.log(`To see what is missing: npx vitest run ${names.test}`);
} catch (error) {
  exitOn(error);
}

function readArguments(options) {
  const [capability, verbNoun] = options;
  if (options.length !== 2 || !(capability in CAPABILITIES) || !/^[a-z]+(-[a-z]+)+$/.test(verbNoun)) {
    const known = Object.keys(CAPABILITIES).join(', ');
    throw new Failure(
      `npm run new-operation -- <capability> <verb-noun>, for example: cards enquire-limits\nCapabilities: ${known}.`,
    );
  }
  // The server and the contract export the name, so no two files may have it.
  const existing = ['packages/contract/src', 'packages/server/src']
    .flatMap((folder) => fs.readdirSync(at(folder), { recursive: true }).map((file) => `${folder}/${file}`))
    .find((file) => path.basename(file) === `${verbNoun}.ts`);
  if (existing !== undefined) throw new Failure(`the name is taken: ${existing}`);
  return namesOf(capability, verbNoun);
}

function edit(file, change) {
  return [file, change(read(file))];
}

function listInServer(text, { serverImport, constant, surface }) {
  const start = text.indexOf(`${surface}: [`);
  let [end, depth] = [text.indexOf('[', start), 0];
  do {
    if ('[('.includes(text[end])) depth += 1;
    if ('])'.includes(text[end])) depth -= 1;
    end += 1;
  } while (depth > 0);
  const before = text
    .slice(0, end - 1)
    .trimEnd()
    .replace(/,$/, '');
  return `import { ${constant}Operation } from '${serverImport}';\n${before}, ${constant}Operation${text.slice(end - 1)}`;
}

function nextExampleNumber() {
  const folder = at('packages/contract/examples');
  const files = fs
    .readdirSync(folder, { recursive: true })
    .map((file) => Number(/(\d+)-[^/\\]*$/.exec(file)?.[1] ?? 0));
  return Math.max(...files) + 1;
}
