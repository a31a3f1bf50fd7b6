// Writes docs/errors.md from the contract's catalogue. A test compares the two.
import fs from 'node:fs';
import path from 'node:path';
import { build, exitOn, root } from './prepare.mjs';

await build().catch(exitOn);
const { writeErrorsDocument } = await import('../packages/contract/dist/index.js');
fs.writeFileSync(path.join(root, 'docs', 'errors.md'), writeErrorsDocument());
console.log('docs/errors.md written');
