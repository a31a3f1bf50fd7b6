import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Victims } from './nemesis.ts';

const STOP_MS = [2_000, 8_000] as const;

/** Servers that a fault can target. A server that is starting is left out. */
const present = ({ servers }: Victims) => servers.filter(({ isAway }) => !isAway());

const killServer: Fault = {
  name: 'server killed',
  isBackground: true,
  async inject(victims, random) {
    const there = present(victims);
    if (there.length === 0) return undefined;
    const server = random.pick(there);
    await server.kill();
    await delay(random.from(0, 1_500));
    await server.start();
    return `server ${server.name}, kill -9`;
  },
};

const killAllServers: Fault = {
  name: 'all servers killed',
  isBackground: true,
  async inject(victims) {
    const there = present(victims);
    await Promise.all(there.map((server) => server.kill()));
    await Promise.all(there.map((server) => server.start()));
    return there.length === 0 ? undefined : `kill -9 of ${there.map(({ name }) => name).join(' and ')}`;
  },
};

const stopServer: Fault = {
  name: 'server stopped',
  async inject(victims, random) {
    const there = present(victims);
    if (there.length === 0) return undefined;
    const server = random.pick(there);
    const { child } = server.current();
    const ms = random.from(...STOP_MS);
    child.kill('SIGSTOP');
    await delay(ms);
    child.kill('SIGCONT');
    return `server ${server.name}, SIGSTOP for ${ms} ms`;
  },
};

const killDatabase: Fault = {
  name: 'database killed',
  async inject({ database }) {
    const pid = database.postmasterPid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await delay(100);
    await database.answers();
    return 'kill -9';
  },
};

const stopDatabase: Fault = {
  name: 'database stopped',
  async inject({ database }, random) {
    const ms = random.from(...STOP_MS);
    const pids = database.processes();
    signal(pids, 'SIGSTOP');
    await delay(ms);
    // Includes processes that started in the meantime.
    signal([...new Set([...pids, ...database.processes()])], 'SIGCONT');
    await database.answers();
    return `SIGSTOP for ${ms} ms`;
  },
};

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has just ended.
    }
  }
}

export const PROCESS_FAULTS: readonly Fault[] = [killServer, killAllServers, stopServer, killDatabase, stopDatabase];
