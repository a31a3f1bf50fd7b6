import { spawn } from 'node:child_process';

const PREPARE = new URL('../../../../scripts/prepare.mjs', import.meta.url).href;
const BUNDLE = new URL('../../../../scripts/bundle.mjs', import.meta.url).href;
/** The exit code of tsc when it found type errors but still wrote the JavaScript. */
const WRITTEN_WITH_ERRORS = 2;

/**
 * Builds the files that have changed, because tests run the built files, as operators do. While vitest watches, a
 * compiler watches too, and vitest runs the tests of each file that it writes again. Returns a function that stops the
 * compiler.
 */
export async function buildShippedCode({ isWatching }: { isWatching: boolean }): Promise<() => void> {
  const { build, compiler } = await import(/* @vite-ignore */ PREPARE);
  await build().catch((error: Error & { exitCode?: number }) => {
    if (error.exitCode !== WRITTEN_WITH_ERRORS) throw error;
    process.stderr.write('There are type errors (see above). The tests run anyway.\n');
  });
  if (!isWatching) return () => {};
  const watching = spawn(await compiler(), ['--build', '--watch', '--preserveWatchOutput'], { stdio: 'inherit' });
  const { bundleAgain } = await import(/* @vite-ignore */ BUNDLE);
  const stopBundling = bundleAgain();
  return () => {
    watching.kill();
    stopBundling();
  };
}
