import { CommanderError } from 'commander';
import { EXIT_FAILED, EXIT_USAGE } from './output/exit-codes.ts';
import { reportFailure } from './output/report-failure.ts';
import { makeProgram } from './program.ts';

/** An interrupted command exits through process.exit, so that an embedded database that it started is stopped too. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(EXIT_FAILED));

/** A closed pipe is not an error. The reader has read enough, as in `cardwright fixtures | head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const [, , first, ...words] = process.argv;
  // A shell calls this command at the Tab key. It is not for people.
  if (first === 'complete') {
    await (await import('./completion/complete-words.ts')).completeWords(makeProgram(), words.slice(1));
  } else await makeProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
  else process.exitCode = reportFailure(error, process.argv.includes('--json'));
}
