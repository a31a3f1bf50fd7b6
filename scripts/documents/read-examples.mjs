// The published examples of packages/contract/examples, by their path below that folder.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../prepare.mjs';

export function readExamples(folder = path.join(root, 'packages', 'contract', 'examples')) {
  const folders = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) => fs.readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`));
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]));
}
