import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { BuildOptions, Plugin } from 'vite';

/** Writes compressed copies next to each file, because a server compresses nothing while it decides about payments. */
export function compressFiles(): Plugin {
  return {
    name: 'compressed',
    writeBundle: async ({ dir = '' }, files) => {
      const texts = Object.keys(files).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(dir, name);
          const text = await fs.readFile(file);
          await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(text));
          await fs.writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
        }),
      );
    },
  };
}

/** What the console and the documents have in common. */
export const BUILT_ALIKE = {
  outDir: 'dist',
  // what is here by another name belongs to an older build
  emptyOutDir: true,
  // the page may load nothing that stands in it
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  target: 'es2023',
  // with light-dark(): the colors of both schemes are next to each other
  cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  rolldownOptions: {
    // schemas read each other's properties, which does nothing
    treeshake: { propertyReadSideEffects: false },
    // what is marked as a call is now and then the declaration of one
    checks: { invalidAnnotation: false, pluginTimings: false },
  },
} satisfies BuildOptions;
