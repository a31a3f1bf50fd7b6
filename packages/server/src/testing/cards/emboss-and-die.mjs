// Embosses a bank as the command does, in its own process, and kills itself with `kill -9` at the step EMBOSS_DIE_AT. Prints
// each step, so that a test learns their number. The environment is the command's.
import { cardNumberMasker, embossBank, embossDeps, openDeployment } from '../../../dist/entry-points.js';

const dieAt = Number(process.env.EMBOSS_DIE_AT);
delete process.env.EMBOSS_DIE_AT;
const deployment = await openDeployment(process.env, { report: (line) => process.stderr.write(`${line}\n`) });
const { settings, database, clock, actor, requestId } = deployment;
let steps = 0;
const atStep = (step) => {
  steps += 1;
  process.stdout.write(`${steps} ${step}\n`);
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL');
};
const banks = await deployment.banks();
const bank = banks.bank('OTHR');
const maskCardNumbers = cardNumberMasker(banks);
const deps = { ...embossDeps(settings, { database, maskCardNumbers, vault: await deployment.vault() }), atStep };
const outcome = await embossBank(deps, { bank, now: clock.now(), actor, requestId });
process.stdout.write(`${outcome.kind}\n`);
await deployment.close();
