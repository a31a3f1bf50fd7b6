// Writes the files that are generated from the contract: its lists of operations, the resources of the SDK's client,
// docs/errors.md, and the marked parts of docs/interface.md, docs/interface/ and packages/sdk/README.md. From the
// commands, it writes the marked parts of docs/cli.md, and from packages/iso8583 the schema of its specifications.
// Tests compare the files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build, exitOn, root } from '../prepare.mjs';
import { writeOperations } from '../write-operations.mjs';
import { readExamples } from './read-examples.mjs';

writeOperations();
// A resource with a removed operation does not compile before it is written again, so only the next build must pass.
spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--build', 'packages/sdk'], {
  cwd: root,
});
const { writeSources } = await import('../../packages/sdk/dist/declarations/write-sources.js');
const resources = path.join(root, 'packages', 'sdk', 'src', 'client', 'resources');
fs.rmSync(resources, { recursive: true, force: true });
fs.mkdirSync(resources);
for (const [file, text] of writeSources()) fs.writeFileSync(path.join(resources, file), text);
await build().catch(exitOn);
const { SpecificationSchema } = await import('../../packages/iso8583/dist/index.js');
fs.writeFileSync(
  path.join(root, 'packages', 'iso8583', 'specification.schema.json'),
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...SpecificationSchema }, null, 2)}\n`,
);
const { fillPage, writeErrorsDocument } = await import('../../packages/contract/dist/index.js');

fs.writeFileSync(path.join(root, 'docs', 'errors.md'), writeErrorsDocument());
const examples = readExamples();
const pages = fs.readdirSync(path.join(root, 'docs', 'interface')).filter((name) => name.endsWith('.md'));
for (const page of ['docs/interface.md', ...pages.map((name) => `docs/interface/${name}`)]) {
  const file = path.join(root, page);
  fs.writeFileSync(file, fillPage(page, fs.readFileSync(file, 'utf8'), examples));
}
const { fillCliDocument } = await import('../../packages/cli/dist/cli-document.js');
const { makeProgram } = await import('../../packages/cli/dist/program.js');
const commands = path.join(root, 'docs', 'cli.md');
fs.writeFileSync(commands, fillCliDocument(fs.readFileSync(commands, 'utf8'), makeProgram()));
const { fillReadme } = await import('../../packages/sdk/dist/declarations/fill-readme.js');
const { clientGroups } = await import('../../packages/sdk/dist/declarations/client-groups.js');
const readme = path.join(root, 'packages', 'sdk', 'README.md');
fs.writeFileSync(
  readme,
  fillReadme(
    fs.readFileSync(readme, 'utf8'),
    clientGroups().flatMap(({ methods }) => methods),
  ),
);
console.log(
  `operations and resources, docs/errors.md, docs/cli.md, packages/sdk/README.md and ${pages.length + 1} pages of the interface written`,
);
