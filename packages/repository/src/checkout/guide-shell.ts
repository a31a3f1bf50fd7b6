import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../source-tree.ts';

const TIMEOUT_MS = 120_000;
const CLI = join(ROOT, 'packages/cli/bin/cardwright.js');
const DEMO = join(ROOT, 'packages/server/dist/host/sandbox/demo.js');
/**
 * Readers type the commands in the folder of the repository; the blocks run in a temporary one. Programs are compiled
 * first, under --strict, because tsx ignores their types.
 */
const AS_IN_A_CHECKOUT = `
set -o pipefail # of a line, no part may fail
cardwright() { node "${CLI}" "$@"; }
npm() {
  while [ "$1" = run ] || [ "$1" = -s ]; do shift; done
  local script=$1; shift 2
  case $script in
    cardwright) cardwright "$@" ;;
    demo) node "${DEMO}" "$@" ;;
    *) echo "no test runs npm run $script" >&2; return 1 ;;
  esac
}
npx() {
  local what=$1; shift
  if [ "$what" = cardwright ]; then cardwright "$@"; return; fi
  local program=$1; shift; node "$(basename "$program" .ts).js" "$@"
}
`;

export interface GuideShell {
  /**
   * The output of the commands, and the exit code of the last one. Definitions of a block are available to the next
   * one.
   */
  run(commands: string): Promise<{ printed: string; complained: string; code: number }>;
  /** Also ends everything that was started in the background. */
  close(): void;
}

/** Opens one shell for all blocks of a page, as a reader would. */
export function openShell(folder: string, environment: Record<string, string>): GuideShell {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its child processes end with it.
    detached: true,
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  shell.stdin.write(AS_IN_A_CHECKOUT);
  let blocks = 0;
  return {
    run: async (commands) => {
      const name = join(folder, `.block-${++blocks}`);
      writeFileSync(`${name}.sh`, commands);
      shell.stdin.write(`. "${name}.sh" >"${name}.out" 2>"${name}.err" </dev/null; echo "ended ${blocks} $?"\n`);
      const ended = new RegExp(`^ended ${blocks} (\\d+)$`, 'm');
      for (const until = Date.now() + TIMEOUT_MS; !ended.test(output); await delay(20)) {
        if (Date.now() > until) throw new Error(`the commands do not end:\n${commands}`);
      }
      const [printed, complained] = [readFileSync(`${name}.out`, 'utf8'), readFileSync(`${name}.err`, 'utf8')];
      return { printed, complained, code: Number(ended.exec(output)?.[1]) };
    },
    close: () => {
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL');
    },
  };
}
