// Writes the files of a new operation: they compile, all tests pass but one, and that one says what to fill in.
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
  const index = edit(names.contractIndex, (text) => listInContract(text, names));
  const list = edit(names.serverList, (text) => listInServer(text, names));
  const client = edit(names.clientMethods, (text) => listInClient(text, names));
  const files = filesOf(names, nextExampleNumber());
  for (const [file, text] of [...files, page, index, list, client]) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), text);
  }
  const written = [...files, page, index, list, client].map(([file]) => file).filter((file) => !file.endsWith('.md'));
  execFileSync(at('node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...written], { cwd: root });
  // a process of its own: this one has loaded the contract as it was
  execFileSync(process.execPath, [at('scripts/write-docs.mjs')], { cwd: root, stdio: 'inherit' });
  console.log(`${names.id} is there, and compiles. Fill in, in this order:`);
  for (const [file] of files) console.log(`  ${file}`);
  console.log(`  ${names.page}#${names.verbNoun}, then node scripts/write-docs.mjs`);
  console.log(`  CHANGELOG.md\nListed in ${names.contractIndex}, ${names.serverList} and ${names.clientMethods}.`);
  console.log(`What is left is told by: npx vitest run ${names.test}`);
} catch (error) {
  exitOn(error);
}

function readArguments(given) {
  const [capability, verbNoun] = given;
  if (given.length !== 2 || !(capability in CAPABILITIES) || !/^[a-z]+(-[a-z]+)+$/.test(verbNoun)) {
    const known = Object.keys(CAPABILITIES).join(', ');
    throw new Failure(
      `npm run new-operation -- <capability> <verb-noun>, for example: cards enquire-limits\nCapabilities: ${known}.`,
    );
  }
  // the name is exported for all of the server: no two files may have it
  const taken = ['packages/contract/src', 'packages/server/src']
    .flatMap((folder) => fs.readdirSync(at(folder), { recursive: true }).map((file) => `${folder}/${file}`))
    .find((file) => path.basename(file) === `${verbNoun}.ts`);
  if (taken !== undefined) throw new Failure(`the name is taken: ${taken}`);
  return namesOf(capability, verbNoun);
}

function edit(file, change) {
  return [file, change(read(file))];
}

/** The import, the export and the place in the list. */
function listInContract(text, { verbNoun, constant }) {
  const imported = `import { ${constant} } from './${verbNoun}.ts';\n`;
  return (
    imported +
    text
      .replace(/\nexport \* from/, `\nexport * from './${verbNoun}.ts';\nexport * from`)
      .replace(/,?\s*\] as const;\n$/, `, ${constant}] as const;\n`)
  );
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

/** Its method of the SDK's client, with the id of its path. */
function listInClient(text, { constant, title, surface, subject, clientInterface, clientMaker }) {
  const ids = surface === 'rest' ? `, ['${subject.field}']` : '';
  const id = surface === 'rest' ? `, '${subject.field}'` : '';
  const method = `  /** ${title}. */\n  readonly ${constant}: CallMethod<typeof ${constant}${ids}>;\n`;
  const listed = insertBefore(text, `interface ${clientInterface} {`, '}\n', method);
  const made = insertBefore(listed, `function ${clientMaker}(`, '  };\n', `    ${constant}: one(${constant}${id}),\n`);
  return `import { ${constant} } from '@cardwright/contract';\n${made}`;
}

function insertBefore(text, start, end, inserted) {
  const at = text.indexOf(`\n${end}`, text.indexOf(start)) + 1;
  return text.slice(0, at) + inserted + text.slice(at);
}

function nextExampleNumber() {
  const folder = at('packages/contract/examples');
  const files = fs
    .readdirSync(folder, { recursive: true })
    .map((file) => Number(/(\d+)-[^/\\]*$/.exec(file)?.[1] ?? 0));
  return Math.max(...files) + 1;
}
