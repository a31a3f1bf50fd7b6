import { Command } from 'commander';
import { registerAudit } from './audit.ts';
import { registerCall } from './calls/register-call.ts';
import { registerGet } from './calls/register-get.ts';
import { registerQuestions } from './calls/register-questions.ts';
import { registerCompletion } from './completion/register-completion.ts';
import { registerConfiguration } from './configuration/register-configuration.ts';
import { registerConformance } from './conformance/register-conformance.ts';
import { registerDistribute } from './distribute.ts';
import { registerDoctor } from './doctor.ts';
import { registerEmboss } from './emboss.ts';
import { registerEvents } from './events/register-events.ts';
import { registerIso } from './iso/register-iso.ts';
import { registerKeys } from './keys.ts';
import { registerLogin } from './login/register-login.ts';
import { registerMcp } from './mcp/register-mcp.ts';
import { registerProof } from './proof/register-proof.ts';
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
    .description('Call a Cardwright gateway, try out a sandbox, and operate a deployment.')
    .version('0.1.0')
    .showHelpAfterError()
    .showSuggestionAfterError()
    .exitOverride();

  program.commandsGroup('Credentials:');
  registerLogin(program);

  program.commandsGroup('API commands:');
  registerCall(program);
  registerGet(program);
  registerQuestions(program);
  registerRules(program);
  registerConfiguration(program);
  registerProof(program);
  registerEvents(program);
  registerMcp(program);
  registerConformance(program);

  program.commandsGroup('Sandbox commands:');
  registerSandbox(program);
  registerSimulate(program);
  registerStreams(program);

  program.commandsGroup('Deployment commands (they read the settings of the server from the environment):');
  registerAudit(program);
  registerDistribute(program);
  registerDoctor(program);
  registerEmboss(program);
  registerInit(program);
  registerKeys(program);
  registerMigrate(program);
  registerStatistics(program);

  program.commandsGroup('Other commands:');
  registerIso(program);
  registerCompletion(program);
  // The commands print their help after an error. The help of the program is longer than a screen and would hide the error.
  return program.showHelpAfterError('To list the commands, run: cardwright --help');
}
