import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The folders of servers on Debian, which are often not on the path. */
const FOR_SERVERS = ['/usr/sbin', '/usr/local/sbin'];

/** Finds an installed program that does not come from npm, for tests of its use with Cardwright. */
export function installedProgram(name: string): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [...onPath, ...FOR_SERVERS].map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Whether to run tests that need a program. In CI it must be installed, and the tests fail without it. Elsewhere a message says
 * that they were skipped.
 */
export function canRun(what: string, program: string | undefined, needs: string): boolean {
  if (program !== undefined || process.env.CI !== undefined) return true;
  process.stderr.write(`${what} is not tried on this machine: ${needs}\n`);
  return false;
}
