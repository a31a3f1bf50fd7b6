import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { docsContents } from '../../../scripts/documents/docs-contents.mjs';
import { THROWING_CALLS } from '../../../scripts/throwing-calls.mjs';
import { compressFiles, SHARED_BUILD } from '../shared-build.ts';

/** Builds the pages at /docs. They use the console's components, but have no session. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/',
  plugins: [react(), await docsContents(), compressFiles()],
  define: THROWING_CALLS,
  // The search index is one large file, which loads with the first search.
  build: { ...SHARED_BUILD, chunkSizeWarningLimit: 1_500 },
});
