import { Command, CommanderError } from 'commander';
import { registerAudit } from './audit.ts';
import { registerConformance } from './conformance/register-conformance.ts';
import { registerDoctor } from './doctor.ts';
import { registerEmboss } from './emboss.ts';
import { registerKeys } from './keys.ts';
import { EXIT_FAILED, EXIT_USAGE, tellFailure } from './with-deployment.ts';

const program = new Command('cardwright')
  .description('Commands for the operators of Cardwright. Settings are those of the server, from the environment.')
  .version('0.1.0')
  .showHelpAfterError()
  .exitOverride();

registerAudit(program);
registerConformance(program);
registerDoctor(program);
registerEmboss(program);
registerKeys(program);

/** An interrupted command exits through process.exit, so that an embedded database it started is stopped too. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(EXIT_FAILED));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
  else {
    tellFailure(error);
    process.exitCode = EXIT_FAILED;
  }
}
