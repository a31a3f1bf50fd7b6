import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-tree.ts';

/** A program that was built from an earlier revision, with fewer migrations than this checkout. */
export interface EarlierProgram {
  /** The file that Node.js runs. */
  readonly main: string;
  /** The folder that contains it. */
  readonly program: string;
  readonly migrations: string;
}

/** Builds the last program with an earlier schema; undefined, with a message, in a checkout without its history. */
export function buildEarlierProgram(): EarlierProgram | undefined {
  const script = [
    `import { buildRevision, revisionWithEarlierSchema } from './scripts/revision-program.mjs';`,
    'const revision = revisionWithEarlierSchema();',
    `const main = revision && (await buildRevision(revision, { hasOwnModules: false }));`,
    `process.stdout.write('\\n' + (main ?? ''));`,
  ];
  const args = ['--input-type=module', '--eval', script.join('\n')];
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const main = output.slice(output.lastIndexOf('\n') + 1);
  if (main === '') {
    process.stderr.write('An upgrade from an earlier program is not tried: the checkout has no history\n');
    return undefined;
  }
  const program = join(main, '..');
  return { main, program, migrations: join(program, '..', '..', 'migrations') };
}

/** The migrations of this checkout that the earlier program does not have. */
export function newMigrations({ migrations }: EarlierProgram): string[] {
  const earlier = readdirSync(migrations);
  return readdirSync(join(ROOT, 'packages', 'server', 'migrations')).filter((name) => !earlier.includes(name));
}
