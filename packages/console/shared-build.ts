import { promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { BuildOptions, Plugin } from 'vite';

/**
 * Writes compressed copies next to each file, so that the server does not spend processor time on compression while it
 * decides payments.
 */
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

/** The build settings that the console and the documents share. */
export const SHARED_BUILD = {
  outDir: 'dist',
  // Removes files of earlier builds, whose names differ.
  emptyOutDir: true,
  // Assets are never inlined, because the content security policy allows data: URLs for images only.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  target: 'es2023',
  // These browsers support light-dark(), which has the colors of both schemes next to each other.
  cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  rolldownOptions: {
    // Reading a property of a schema has no side effect.
    treeshake: { propertyReadSideEffects: false },
    // Some libraries mark declarations as pure calls, which is harmless.
    checks: { invalidAnnotation: false, pluginTimings: false },
  },
} satisfies BuildOptions;
