import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../repository/src/source-tree.ts';
import type { ChaosFindings } from './chaos-report.ts';
import type { RunHistory } from './run-history.ts';

/** The folder for the records of failed runs. */
const RUNS = join(ROOT, '.cache', 'chaos');

/** Stores the histories, the log of the database and the output of the servers, to find the cause of a failure. */
export function saveRun(lived: RunHistory, findings: ChaosFindings, page: string): string {
  const folder = join(RUNS, `seed-${findings.seed}-${new Date().toISOString().replace(/\W/g, '')}`);
  mkdirSync(folder, { recursive: true });
  const { accounts, tokens, provisionedCards, merchants, servers, database } = lived;
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content, null, 1));
  writeFileSync(join(folder, 'page.txt'), `${page}\n${findings.violations.join('\n')}\n`);
  // The stored files must not contain card numbers.
  const histories = accounts.map(({ accountNumber, openingMinor, history }) => {
    return { accountNumber, openingMinor, operations: history.operations };
  });
  write('accounts.json', histories);
  write('tokens.json', tokens);
  write('provisionings.json', provisionedCards);
  write('merchants.json', merchants);
  write('faults.json', findings.injectedFaults);
  write('attempts.json', findings.attempts);
  for (const { name, processes, failedStarts } of servers) {
    const outputs = [...processes.map(({ output }) => output.join('')), ...failedStarts];
    writeFileSync(join(folder, `server-${name}.log`), outputs.join('\n----\n'));
  }
  writeFileSync(join(folder, 'postgres.log'), database.log());
  return folder;
}
