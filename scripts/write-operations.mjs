// Writes the list of operations of each folder of the contract, operations.ts: every operation that a file of the
// folder defines. Listed operations keep their order, and a new one comes last. It only reads sources, because code
// that uses a new operation does not compile until the list is complete.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const contract = path.join(root, 'packages', 'contract', 'src');
const HEAD =
  '// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.\n';
const DEFINITION = /^export const (\w+) = define[A-Z]\w*\(/gm;

export function writeOperations() {
  const folders = fs.readdirSync(contract, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const written = folders.flatMap(({ name: folder }) => {
    const defined = operationsIn(folder);
    if (defined.size === 0) return [];
    const file = path.join(contract, folder, 'operations.ts');
    const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    fs.writeFileSync(file, listOf(folder, defined, before));
    return [file];
  });
  execFileSync(path.join(root, 'node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...written], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The name of each operation that the folder defines, with its file relative to the folder. */
function operationsIn(folder) {
  const files = fs
    .readdirSync(path.join(contract, folder), { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return new Map(
    files.sort().flatMap((file) => {
      const text = fs.readFileSync(path.join(contract, folder, file), 'utf8');
      return [...text.matchAll(DEFINITION)].map(([, name]) => [name, file]);
    }),
  );
}

function listOf(folder, defined, before) {
  const existing = /= \[([^\]]*)\] as const/.exec(before)?.[1].match(/\w+/g) ?? [];
  const names = [
    ...existing.filter((name) => defined.has(name)),
    ...[...defined.keys()].filter((name) => !existing.includes(name)),
  ];
  const imports = [...defined].map(([name, file]) => `import { ${name} } from './${file}';\n`);
  const exports = [...new Set(defined.values())].map((file) => `export * from './${file}';\n`);
  const list = `${folder.toUpperCase().replaceAll('-', '_')}_OPERATIONS`;
  return `${HEAD}${imports.join('')}\n${exports.join('')}\nexport const ${list} = [${names.join(', ')}] as const;\n`;
}
