import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CheckResult, examineDeployment, generateKeyFile } from '@cardwright/server';
import { environmentFileOf, writtenConfiguration, writtenSettings } from './deployment-text.ts';
import { completeAnswers, type InitOptions } from './init-answers.ts';
import { EXIT_FAILED } from './output/exit-codes.ts';
import { print, printMessage } from './output/print.ts';

/** Only the user that runs the server can read these files. */
const FOR_ITS_OWNER = { mode: 0o600, flag: 'wx' } as const;
const OF_SERVERS = /^(?:CARDWRIGHT_|DATABASE_URL$|HOST$|PORT$)/;

/** Writes the files for the first day in production, and checks them. */
export async function writeDeployment(folder: string, options: InitOptions): Promise<void> {
  const inFolder = (name: string) => resolve(join(folder, name));
  const files = {
    keys: inFolder('keys.json'),
    configuration: inFolder('banks.json'),
    environment: inFolder('cardwright.env'),
  };
  const there = Object.values(files).find((file) => existsSync(file));
  if (there !== undefined) throw new Error(`${there} already exists: choose another folder`);
  const answers = await completeAnswers(options);
  const settings = writtenSettings(answers, options, files);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  await generateKeyFile(files.keys);
  await writeFile(files.configuration, writtenConfiguration(answers), FOR_ITS_OWNER);
  await writeFile(files.environment, environmentFileOf(settings), FOR_ITS_OWNER);

  const others = Object.entries(process.env).filter(([name]) => !OF_SERVERS.test(name));
  const checks = await examineDeployment({ ...Object.fromEntries(others), ...settings }, { report: printMessage });
  const isEmpty = checks.some(isEmptyDatabase);
  const problems = checks.filter((check) => check.status !== 'pass' && !isEmptyDatabase(check));
  const failed = problems.some(({ status }) => status === 'fail');
  const next = nextCommands(files.environment, isEmpty);
  if (options.json) {
    print(JSON.stringify({ ok: !failed, files, checks: problems, next }));
  } else {
    for (const file of Object.values(files)) print(file);
    for (const { status, name, detail } of problems) printMessage(`${status}  ${name}  ${detail}`);
    printMessage(
      failed
        ? 'Fix the failed checks above, then run:'
        : 'Store a copy of keys.json separately from the backups. Next, run:',
    );
    for (const command of next) printMessage(`  ${command}`);
  }
  if (failed) process.exitCode = EXIT_FAILED;
}

/** Whether the check failed because the database is empty, which the next command fixes. */
function isEmptyDatabase({ name, detail }: CheckResult): boolean {
  return name === 'migrations' && detail.startsWith('the database is empty');
}

function nextCommands(environment: string, isEmpty: boolean): string[] {
  return [
    `set -a; . ${environment}; set +a`,
    ...(isEmpty ? ['cardwright migrate'] : []),
    'cardwright doctor',
    './server',
  ];
}
