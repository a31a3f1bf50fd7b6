import { Command } from 'commander';
import { registerAudit } from './audit.ts';
import { registerCall } from './calls/register-call.ts';
import { registerGet } from './calls/register-get.ts';
import { registerQuestions } from './calls/register-questions.ts';
import { registerCompletion } from './completion/register-completion.ts';
import { registerConformance } from './conformance/register-conformance.ts';
import { registerDistribute } from './distribute.ts';
import { registerDoctor } from './doctor.ts';
import { registerEmboss } from './emboss.ts';
import { registerEvents } from './events/register-events.ts';
import { registerKeys } from './keys.ts';
import { registerLogin } from './login/register-login.ts';
import { registerInit } from './register-init.ts';
import { registerMigrate } from './register-migrate.ts';
import { registerStatistics } from './register-statistics.ts';
import { registerRules } from './rules/register-rules.ts';
import { registerSandbox } from './sandbox/register-sandbox.ts';
import { registerSimulate } from './simulate/register-simulate.ts';
import { registerStreams } from './streams/register-streams.ts';

/** Creates the program with every command. The code of a command loads when the command runs, so that help is fast. */
export function makeProgram(): Command {
  const program = new Command('cardwright')
    .description('Talks to a Cardwright gateway, tries a sandbox, and operates a deployment.')
    .version('0.1.0')
    .showHelpAfterError()
    .showSuggestionAfterError()
    .exitOverride();

  program.commandsGroup('Who calls:');
  registerLogin(program);

  program.commandsGroup('The interface:');
  registerCall(program);
  registerGet(program);
  registerQuestions(program);
  registerRules(program);
  registerEvents(program);
  registerConformance(program);

  program.commandsGroup('A sandbox:');
  registerSandbox(program);
  registerSimulate(program);
  registerStreams(program);

  program.commandsGroup('Operating a deployment (settings are those of the server, from the environment):');
  registerAudit(program);
  registerDistribute(program);
  registerDoctor(program);
  registerEmboss(program);
  registerInit(program);
  registerKeys(program);
  registerMigrate(program);
  registerStatistics(program);

  program.commandsGroup('This program:');
  registerCompletion(program);
  return program;
}
