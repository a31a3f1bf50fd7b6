// Bundles the gateway's built modules with the libraries that need no files of their own at run time. Loading the
// bundle takes half as long as loading 1,500 modules. docs/decisions/0030-server-bundle.md
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, watch } from 'rolldown';
import { bundleVerifier } from './bundle-verifier.mjs';

const built = fileURLToPath(new URL('../packages/server/dist', import.meta.url));
/** This folder has the same depth as the folders of the modules that locate files relative to themselves. */
const OUT = path.join(built, 'program');
/**
 * The entry points: the program, its server for tests, the server modules that the command line loads, and its threads.
 */
const INPUT = {
  main: path.join(built, 'main.js'),
  server: path.join(built, 'host', 'assembly', 'server.js'),
  'entry-points': path.join(built, 'entry-points.js'),
  'backtest-worker': path.join(built, 'issuing', 'backtests', 'backtest-worker.js'),
  'analysis-worker': path.join(built, 'issuing', 'authorization', 'analysis', 'analysis-worker.js'),
  'record-hash-worker': path.join(built, 'issuing', 'authorization', 'proofs', 'record-hash-worker.js'),
  'solver-worker': path.join(built, 'issuing', 'rules', 'analysis', 'solver-worker.js'),
  'onboarding-worker': path.join(built, 'acquiring', 'onboarding', 'onboarding-worker.js'),
};
const BUNDLED = [
  '@cardwright/contract',
  '@cardwright/iso8583',
  '@cardwright/sdk',
  'csv-parse',
  'jose',
  'lossless-json',
  'lru-cache',
  'oauth4webapi',
  'openid-client',
  'prom-client',
  'rate-limiter-flexible',
  'temporal-polyfill',
  'typebox',
  'undici',
];

const isOwn = (id) => id.startsWith('.') || path.isAbsolute(id);
const isBundled = (id) => BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * The bundle retains all code of the modules. Rolldown drops calls that it assumes have no effect, such as
 * `encodeURIComponent(text)`, which throws, so a check that only throws would be missing for users. Tree shaking would
 * save 12 % of the bytes and none of the start time.
 */
export const options = {
  input: INPUT,
  platform: 'node',
  external: (id) => !isOwn(id) && !isBundled(id),
  treeshake: false,
};
// The default of `minify` also removes these calls.
export const output = { dir: OUT, format: 'esm', sourcemap: true, minify: false, chunkFileNames: '[name].js' };

export async function bundle() {
  const bundled = await rolldown(options);
  await bundled.write(output);
  await bundled.close();
  await bundleVerifier();
}

/** Bundles again whenever a module was rebuilt. Returns a function that stops the bundling. */
export function bundleAgain() {
  const watching = watch({ ...options, output });
  return () => watching.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
