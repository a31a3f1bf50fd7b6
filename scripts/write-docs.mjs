// Writes docs/errors.md, and the marked parts of docs/interface.md and docs/interface/, from the contract, those of docs/cli.md from
// the commands, and those of packages/sdk/README.md from the methods of its client. Tests compare.
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
const { fillCliDocument } = await import('../packages/cli/dist/cli-document.js');
const { makeProgram } = await import('../packages/cli/dist/program.js');
const commands = path.join(root, 'docs', 'cli.md');
fs.writeFileSync(commands, fillCliDocument(fs.readFileSync(commands, 'utf8'), makeProgram()));
const { fillReadme } = await import('../packages/sdk/dist/declarations/fill-readme.js');
const { methodsOfClient } = await import('./sdk-declarations.mjs');
const readme = path.join(root, 'packages', 'sdk', 'README.md');
fs.writeFileSync(readme, fillReadme(fs.readFileSync(readme, 'utf8'), methodsOfClient()));
console.log(
  `docs/errors.md, docs/cli.md, packages/sdk/README.md and ${pages.length + 1} pages of the interface written`,
);
