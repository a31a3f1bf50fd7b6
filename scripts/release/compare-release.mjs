// `npm run compare:release` lists the additions and the breaking changes of the contract since the last release:
// docs/operate/release.md#compare-with-the-last-release.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, exitOn, Failure, root } from '../prepare.mjs';

const USAGE = `npm run compare:release -- [FROM [TO]]
  FROM  an OpenAPI document, or the shape of a release (packages/contract/released/openapi-shape.json)
  TO    the same of a later release (the contract of this checkout)`;

await build().catch(exitOn);
const { findAdditions, findBreaks, shapeOf, shapeOfContract, splitBreaks } = await import(
  '../../packages/contract/dist/index.js'
);
const released = path.join(root, 'packages', 'contract', 'released');
const declarations = JSON.parse(readFileSync(path.join(released, 'declared-breaks.json'), 'utf8'));

try {
  const [from = path.join(released, 'openapi-shape.json'), to, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || from.startsWith('-')) throw new Failure(USAGE);
  const [before, after] = [readShape(from), to === undefined ? shapeOfContract() : readShape(to)];
  const { undeclared, declared } = splitBreaks(findBreaks(before, after), declarations);
  printList('Additions', findAdditions(before, after));
  printList(
    'Breaking changes that are declared',
    declared.flatMap(({ reason, breaks }) => [...breaks.map((each) => `${each}. ${reason}`)]),
  );
  printList('Breaking changes that are not declared', undeclared);
  if (undeclared.length > 0) {
    console.error(
      'Declare each of them in packages/contract/released/declared-breaks.json, with a reason, or undo it.',
    );
    process.exitCode = 1;
  }
} catch (error) {
  exitOn(error);
}

function readShape(file) {
  if (!existsSync(file)) throw new Failure(`${file} does not exist\n${USAGE}`);
  const document = JSON.parse(readFileSync(file, 'utf8'));
  return document.openapi === undefined ? document : shapeOf(document);
}

function printList(title, lines) {
  console.log(`## ${title}\n`);
  console.log(lines.length === 0 ? 'None.\n' : `${lines.map((line) => `- ${line}`).join('\n')}\n`);
}
