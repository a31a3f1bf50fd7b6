// Copies the declarations that the SDK's entries reach, its own and those of the packages that are bundled into it, and
// makes every import lead to a copy.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the types of a package begin, and the folder of its copies. */
const PACKAGES = {
  '@cardwright/sdk': { folder: 'packages/sdk/dist', index: 'index.d.ts', to: 'sdk' },
  '@cardwright/contract': { folder: 'packages/contract/dist', index: 'index.d.ts', to: 'contract' },
  typebox: { folder: 'node_modules/typebox/build', index: 'index.d.mts', to: 'typebox' },
};

/** `from 'x'`, `import 'x'` and `import('x')`. */
const SPECIFIER = /(\bfrom\s+|\bimport\s*\(?\s*)(['"])([^'"]+)\2/g;

export function collectDeclarations({ root, entries, out }) {
  const places = Object.values(PACKAGES).map(({ folder, to }) => [path.join(root, folder), path.join(out, to)]);
  const copyOf = (file) => {
    const [folder, to] = places.find(([from]) => file.startsWith(from + path.sep)) ?? [];
    if (folder === undefined) throw new Error(`${file} is of no package that is bundled`);
    return path.join(to, path.relative(folder, file));
  };
  const waiting = [...entries];
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const copy = copyOf(file);
    const text = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/s, '\n');
    const rewritten = text.replace(SPECIFIER, (whole, before, quote, specifier) => {
      const target = targetOf(root, file, specifier);
      if (target === undefined) return whole;
      if (!seen.has(target)) waiting.push(target);
      seen.add(target);
      const relative = path.relative(path.dirname(copy), copyOf(target)).split(path.sep).join('/');
      const dotted = relative.startsWith('.') ? relative : `./${relative}`;
      return `${before}${quote}${dotted.replace(/\.d\.(m?)ts$/, '.$1js')}${quote}`;
    });
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, rewritten);
  }
}

/** The declaration that a specifier means; undefined for what every runtime has. */
function targetOf(root, file, specifier) {
  if (specifier.startsWith('node:')) return undefined;
  if (specifier.startsWith('.')) {
    return path.join(path.dirname(file), specifier.replace(/\.(m?)[jt]s$/, '.d.$1ts'));
  }
  const known = PACKAGES[specifier];
  if (known === undefined) throw new Error(`${file} takes types of ${specifier}, which is not bundled`);
  return path.join(root, known.folder, known.index);
}
