import { spawn } from 'node:child_process';

const PREPARE = new URL('../../../../scripts/prepare.mjs', import.meta.url).href;
/** What tsc ends with when it found errors of types and wrote the JavaScript all the same. */
const WRITTEN_WITH_ERRORS = 2;

/**
 * Builds what has changed: tests run what operators run, the built files. While vitest watches, a compiler goes on
 * watching too, and what it writes makes the tests of it run again. Returns what ends that.
 */
export async function buildShippedCode({ isWatching }: { isWatching: boolean }): Promise<() => void> {
  const { build, compiler } = await import(/* @vite-ignore */ PREPARE);
  await build().catch((error: Error & { exitCode?: number }) => {
    if (error.exitCode !== WRITTEN_WITH_ERRORS) throw error;
    process.stderr.write('The types are wrong, as told above. The tests run all the same.\n');
  });
  if (!isWatching) return () => {};
  const watching = spawn(await compiler(), ['--build', '--watch', '--preserveWatchOutput'], { stdio: 'inherit' });
  return () => void watching.kill();
}
