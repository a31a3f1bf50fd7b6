// Makes one file of the gateway's built modules and of the libraries that need no files of their own when they run: a start that
// loads it takes half as long as one that loads 1,500 modules. docs/decisions/0030-one-file-to-start.md
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, watch } from 'rolldown';

const built = fileURLToPath(new URL('../packages/server/dist', import.meta.url));
/** As deep as the folders of the modules that find files by their own place. */
const OUT = path.join(built, 'program');
/** The program; the server within it, for tests; what the command line loads of the server, and its threads. */
const INPUT = {
  main: path.join(built, 'main.js'),
  server: path.join(built, 'host', 'assembly', 'server.js'),
  'entry-points': path.join(built, 'entry-points.js'),
  'backtest-worker': path.join(built, 'issuing', 'backtests', 'backtest-worker.js'),
  'onboarding-worker': path.join(built, 'acquiring', 'onboarding', 'onboarding-worker.js'),
};
const BUNDLED = [
  '@cardwright/contract',
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
 * Nothing of the modules is left out: Rolldown drops calls that it takes for ones without an effect, such as
 * `encodeURIComponent(text)`, which throws, and a check that only throws would be gone from what users run. Shaking the tree
 * would save 12 % of the bytes and none of the time that a start takes.
 */
export const options = {
  input: INPUT,
  platform: 'node',
  external: (id) => !isOwn(id) && !isBundled(id),
  treeshake: false,
};
// the default of `minify` removes the same calls once more
export const output = { dir: OUT, format: 'esm', sourcemap: true, minify: false, chunkFileNames: '[name].js' };

export async function bundle() {
  const bundled = await rolldown(options);
  await bundled.write(output);
  await bundled.close();
}

/** Does it again whenever one of the modules was built again. Returns what ends that. */
export function bundleAgain() {
  const watching = watch({ ...options, output });
  return () => watching.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
