import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where Debian puts servers; not on everybody's path. */
const FOR_SERVERS = ['/usr/sbin', '/usr/local/sbin'];

/** A program of this machine that does not come from npm, for the tests of what works together with it. */
export function installedProgram(name: string): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [...onPath, ...FOR_SERVERS].map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Whether tests of it are run. Where a build runs it has to be there, and they fail without it; elsewhere it is said that they
 * were not tried.
 */
export function isTried(what: string, program: string | undefined, needs: string): boolean {
  if (program !== undefined || process.env.CI !== undefined) return true;
  process.stderr.write(`${what} is not tried on this machine: ${needs}\n`);
  return false;
}
