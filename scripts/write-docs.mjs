// Writes docs/errors.md, and the marked parts of docs/interface.md and docs/interface/, from the contract. Tests compare.
import fs from 'node:fs';
import path from 'node:path';
import { build, exitOn, root } from './prepare.mjs';
import { readExamples } from './read-examples.mjs';

await build().catch(exitOn);
const { fillPage, writeErrorsDocument } = await import('../packages/contract/dist/index.js');

fs.writeFileSync(path.join(root, 'docs', 'errors.md'), writeErrorsDocument());
const examples = readExamples();
const pages = fs.readdirSync(path.join(root, 'docs', 'interface')).filter((name) => name.endsWith('.md'));
for (const page of ['docs/interface.md', ...pages.map((name) => `docs/interface/${name}`)]) {
  const file = path.join(root, page);
  fs.writeFileSync(file, fillPage(page, fs.readFileSync(file, 'utf8'), examples));
}
console.log(`docs/errors.md and ${pages.length + 1} pages of the interface written`);
