import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { scanText } from '../cards/used-card-numbers.ts';
import { commandOf } from './server-process.ts';

/** The program that operators run: the file that npm links as `cardwright`. */
export const PROGRAM = fileURLToPath(new URL('../../../../cli/bin/cardwright.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
}

/** Starts a command in its own process, with only the given settings. */
export function startCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
  program = PROGRAM,
): StartedCommand {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(CARDWRIGHT_|DATABASE_URL$|HOST$|PORT$|NODE_)/.test(name),
  );
  const [file, ...before] = commandOf(program);
  const child = spawn(file, [...before, ...args], {
    env: { ...Object.fromEntries(variables), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<CommandResult>((resolve) =>
    child.once('close', (code) => {
      scanText(`what "${args.join(' ')}" printed`, `${output.stdout}\n${output.stderr}`);
      resolve({ code, ...output });
    }),
  );
  return { child, ended };
}

export function runCommand(
  args: readonly string[],
  environment?: Record<string, string>,
  program?: string,
): Promise<CommandResult> {
  return startCommand(args, environment, program).ended;
}
