// Writes the declarations of the SDK's package. Copies the SDK's own declarations that its entries reach. Replaces
// those that it uses from the contract with plain declarations, so that they contain no schema:
// packages/sdk/src/declarations.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDeclarations } from '../packages/sdk/dist/declarations/write-declarations.js';
import { readExamples } from './documents/read-examples.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(root, 'packages/sdk/dist');
const CONTRACT = path.join(root, 'packages/contract/dist');

/** Matches `from 'x'`, `import 'x'` and `import('x')`. */
const SPECIFIER = /(\bfrom\s+|\bimport\s*\(?\s*)(['"])([^'"]+)\2/g;

/**
 * Writes the declarations into a folder: `sdk/index.d.ts` and everything that it reaches. The packages must be
 * compiled.
 */
export function collectDeclarations({ entries, out }) {
  const plain = writeDeclarations({
    examples: readExamples(),
    readContract: (file) => readFileSync(path.join(CONTRACT, file), 'utf8'),
  });
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
    writeFileSync(path.join(out, file), text);
  };
  for (const [file, text] of plain) write(file, text);
  const waiting = entries.map((name) => `${name}.d.ts`);
  const visited = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const copy = `sdk/${file}`;
    const text =
      plain.get(copy) ?? readFileSync(path.join(DIST, file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/s, '\n');
    const rewritten = text.replace(SPECIFIER, (whole, before, quote, specifier) => {
      const target = targetOf(file, specifier);
      if (target === undefined) return whole;
      if (target.startsWith('sdk/')) {
        const relativePath = target.slice('sdk/'.length);
        if (!visited.has(relativePath)) waiting.push(relativePath);
        visited.add(relativePath);
      }
      const relative = path.posix.relative(path.posix.dirname(copy), target);
      const dotted = relative.startsWith('.') ? relative : `./${relative}`;
      return `${before}${quote}${dotted.replace(/\.d\.ts$/, '.js')}${quote}`;
    });
    write(
      copy,
      file === 'index.d.ts' ? `${rewritten.trimEnd()}\nexport type * from '../contract/bodies.js';\n` : rewritten,
    );
  }
}

/**
 * Returns the declaration file of a specifier, below the common folder. Undefined for modules that every runtime has.
 */
function targetOf(file, specifier) {
  if (specifier.startsWith('node:')) return undefined;
  if (specifier === '@cardwright/contract') return 'contract/index.d.ts';
  if (!specifier.startsWith('.')) throw new Error(`${file} imports types of ${specifier}, which is not bundled`);
  return path.posix.join('sdk', path.posix.dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
}
