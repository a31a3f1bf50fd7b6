import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // The source, not dist: a test sees an edited contract without a build in between.
    alias: {
      '@cardwright/contract': fileURLToPath(new URL('./packages/contract/src/index.ts', import.meta.url)),
      '@cardwright/embedded-postgres': fileURLToPath(
        new URL('./packages/embedded-postgres/src/index.ts', import.meta.url),
      ),
      '@cardwright/sdk': fileURLToPath(new URL('./packages/sdk/src/index.ts', import.meta.url)),
      '@cardwright/server': fileURLToPath(new URL('./packages/server/src/entry-points.ts', import.meta.url)),
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    globalSetup: './packages/server/src/testing/global-setup.ts',
    setupFiles: './packages/server/src/testing/end-of-file.ts',
    pool: 'forks',
    // Each file works a database of its own on one shared server, which has to keep up.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
