// Records the shape of the OpenAPI document of this release, to compare later documents with. Run it only for a
// release.
import fs from 'node:fs';
import path from 'node:path';
import { build, exitOn, root } from '../prepare.mjs';

await build().catch(exitOn);
const { shapeOfContract, writeShape } = await import('../../packages/contract/dist/index.js');

const file = path.join(root, 'packages', 'contract', 'released', 'openapi-shape.json');
fs.mkdirSync(path.dirname(file), { recursive: true });
fs.writeFileSync(file, writeShape(shapeOfContract()));
console.log(`${path.relative(root, file)} written`);
