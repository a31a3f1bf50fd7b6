import { spawn } from 'node:child_process';

/** Starts processes that only use a processor each, as on a machine that is shared with others. */
export async function startBusyProcesses(count: number): Promise<{ stop(): Promise<void> }> {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  return {
    stop: async () => {
      for (const each of processes) each.kill('SIGKILL');
    },
  };
}
