import type { CheckResult } from '@cardwright/server';
import type { Command } from 'commander';
import { EXIT_FAILED } from './output/exit-codes.ts';
import { print, printMessage } from './output/print.ts';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright doctor`, which checks this deployment. The exit code is 0, or 1 if a check failed. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .summary('Check the deployment')
    .description('Check the deployment. The exit code is 1 if any check fails.')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => doctor));
}

async function doctor({ json = false }: { json?: boolean }): Promise<void> {
  const { examineDeployment } = await import('@cardwright/server');
  const onResult = json ? () => {} : (result: CheckResult) => print(lineOf(result));
  const results = await examineDeployment(process.env, { report: printMessage, onResult });
  const count = (expected: CheckResult['status']) => results.filter(({ status }) => status === expected).length;
  const counts = { pass: count('pass'), warn: count('warn'), fail: count('fail') };
  if (json) print(JSON.stringify({ ok: counts.fail === 0, ...counts, checks: results }));
  else printMessage(`${results.length} checks: ${counts.pass} pass, ${counts.warn} warn, ${counts.fail} fail`);
  if (counts.fail > 0) process.exitCode = EXIT_FAILED;
}

function lineOf({ status, name, detail }: CheckResult): string {
  return `${status}  ${name}  ${detail}`;
}
