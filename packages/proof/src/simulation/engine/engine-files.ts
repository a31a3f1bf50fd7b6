import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../../../', import.meta.url));
/** Modules of the simulation have names like this one; all others are modules of the server. */
export const ENGINE_FILE = 'simulation/engine/engine.js';
const IMPORT = /\bfrom '(?:@cardwright\/server\/internal\/([^']+)|(\.[^']+))'/g;
/** The folder is below the root, so that imports of packages resolve as they do here. */
const COPIES = join(fileURLToPath(new URL('../../../../../.cache/simulate/', import.meta.url)), String(process.pid));

/** The built files of the engine, with the imports of each. */
export type EngineFiles = ReadonlyMap<string, readonly string[]>;

export function engineFiles(): EngineFiles {
  const contents = new Map<string, readonly string[]>();
  const follow = (file: string) => {
    if (contents.has(file)) return;
    const imported = [...readBuilt(file).matchAll(IMPORT)];
    const files = imported.map(([, internal, from = '']) =>
      internal === undefined ? posix.join(dirname(file), from) : `${internal}.js`,
    );
    contents.set(file, files);
    files.forEach(follow);
  };
  follow(ENGINE_FILE);
  return contents;
}

export function readBuilt(file: string): string {
  return readFileSync(join(PACKAGES, placeOf(file)), 'utf8');
}

/**
 * Copies the engine into its own folder, with another text for one of its files, and returns the path to import. Only
 * that file and the files that depend on it are copied. The rest is linked, and so loaded only once for all copies.
 */
export function copyEngine(name: string, files: EngineFiles, mutant: { file: string; text: string }): string {
  const above = new Set([mutant.file]);
  for (let size = 0; size < above.size; ) {
    size = above.size;
    for (const [file, imports] of files) if (imports.some((one) => above.has(one))) above.add(file);
  }
  for (const file of files.keys()) {
    const copy = join(COPIES, name, placeOf(file));
    mkdirSync(dirname(copy), { recursive: true });
    if (file === mutant.file) writeFileSync(copy, mutant.text);
    else if (above.has(file)) linkSync(join(PACKAGES, placeOf(file)), copy);
    else symlinkSync(join(PACKAGES, placeOf(file)), copy);
  }
  // The copied simulation imports the copied server.
  symlinkSync(join(PACKAGES, 'server', 'package.json'), join(COPIES, name, 'server', 'package.json'));
  const modules = join(COPIES, name, 'node_modules', '@cardwright');
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(COPIES, name, 'server'), join(modules, 'server'));
  return join(COPIES, name, placeOf(ENGINE_FILE));
}

/** The path of a built file below the folder of the packages. */
function placeOf(file: string): string {
  return join(file.startsWith('simulation/') ? 'proof' : 'server', 'dist', file);
}

/** Removes a copy; without a name, all copies of this process. */
export function removeCopies(name = ''): void {
  rmSync(join(COPIES, name), { recursive: true, force: true });
}

/** The source line of a position in a built file. */
export function sourceLine(file: string, text: string, position: number): number {
  const before = text.slice(0, position).split('\n');
  const map = new SourceMap(JSON.parse(readBuilt(`${file}.map`)));
  const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  return 'originalLine' in entry ? Number(entry.originalLine) + 1 : 0;
}
