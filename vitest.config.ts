import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const packages = fileURLToPath(new URL('./packages/', import.meta.url));

/** What our packages are imported by, and the file behind it. */
const ENTRIES: Readonly<Record<string, string>> = {
  '@cardwright/contract': 'contract/dist/index.js',
  '@cardwright/embedded-postgres': 'embedded-postgres/dist/index.js',
  '@cardwright/iso8583': 'iso8583/dist/index.js',
  '@cardwright/sdk': 'sdk/dist/index.js',
  '@cardwright/server': 'server/dist/program/entry-points.js',
  '@cardwright/server/program': 'server/dist/program/server.js',
  '@cardwright/verifier': 'verifier/dist/index.js',
};

/** A source that tsc compiles: neither a test nor what tests share, nor the console, which is bundled. */
const COMPILED = /^(?!(?:console|proof|repository)\/)([\w-]+)\/src\/(?!testing\/)(.+)(?<!\.test)\.ts$/;
/** Tests run the rest of the proof from its sources. */
const COMPILED_PROOF = /^(proof)\/src\/((?:bench|fuzz|simulation(?!\/seasons)|world(?!\/client))\/.+)(?<!\.test)\.ts$/;

/**
 * Tests run what operators run: wherever a test imports shipped code, it gets the built file. Node loads it by itself, once
 * for each worker, which costs half of what a transformation of the sources would. The global set-up builds what has changed.
 *
 * Test servers are those of the bundle that `npm start` runs (`@cardwright/server/program`), and the release holds the same
 * bytes (release.slow.test.ts). A test that imports a module of the server gets that module, which has nothing in common with
 * the one in the bundle: packages/repository/src/imports.test.ts allows modules hardly any state.
 */
function builtFiles(): Plugin {
  return {
    name: 'built-files',
    enforce: 'pre',
    resolveId(source, importer) {
      const entry = ENTRIES[source];
      if (entry !== undefined) return path.join(packages, entry);
      if (!source.startsWith('.') || importer === undefined) return undefined;
      const file = path.resolve(path.dirname(importer), source);
      const place = path.relative(packages, file);
      const [, name, rest] = COMPILED.exec(place) ?? COMPILED_PROOF.exec(place) ?? [];
      // what was deleted may still lie among the built files
      if (name === undefined || !existsSync(file)) return undefined;
      return path.join(packages, name, 'dist', `${rest}.js`);
    },
  };
}

/**
 * Slow files come first, in a fresh clone too, where no durations are stored: some of the shortest files run longest, and one
 * that started last would run alone. The fast files share the processors with the last slow ones.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slow.test.ts');
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** Needs an earlier revision, which scripts/drill-upgrade.mjs builds. */
const UPGRADE_DRILL = 'packages/server/src/testing/system/upgrade-drill.ts';

// Child processes and threads of the tests load the built files too: each one finds them compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url));

export default defineConfig({
  plugins: [builtFiles()],
  test: {
    include: [process.env.UPGRADE_FROM_PROGRAM === undefined ? 'packages/*/src/**/*.test.ts' : UPGRADE_DRILL],
    globalSetup: './packages/server/src/testing/global-setup.ts',
    setupFiles: './packages/server/src/testing/each-file.ts',
    pool: 'forks',
    // A worker loads the gateway once. What a file leaves behind, the next one would find: packages/repository/src/imports.test.ts allows modules
    // hardly any state, and testing/each-file.ts begins each file anew.
    isolate: false,
    server: { deps: { external: [/\/packages\/[\w-]+\/dist\//] } },
    forceRerunTriggers: ['**/packages/*/dist/**/*.js', '**/vitest.config.ts'],
    // As `npm start` has it: a small young generation would be collected several times in each test.
    execArgv: ['--max-semi-space-size=64'],
    // Each file works a database of its own on one shared server. Tests wait half of the time, so that one worker more than
    // processors keeps two of them busy.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // For what a test waits for: generous, as other programs may want the processors too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
