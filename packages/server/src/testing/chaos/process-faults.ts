import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './nemesis.ts';

const STOP_MS = [2_000, 8_000] as const;

const killServer: Fault = {
  name: 'server killed',
  async harm({ servers }, random) {
    const server = random.pick(servers);
    await server.kill();
    await delay(random.from(0, 1_500));
    await server.start();
    return `server ${server.name}, kill -9`;
  },
};

const killBothServers: Fault = {
  name: 'all servers killed',
  async harm({ servers }) {
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all(servers.map((server) => server.start()));
    return 'kill -9';
  },
};

const stopServer: Fault = {
  name: 'server stopped',
  async harm({ servers }, random) {
    const server = random.pick(servers);
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
  async harm({ database }) {
    const pid = database.postmasterPid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await delay(100);
    await database.answers();
    return 'kill -9';
  },
};

const stopDatabase: Fault = {
  name: 'database stopped',
  async harm({ database }, random) {
    const ms = random.from(...STOP_MS);
    const pids = database.processes();
    signal(pids, 'SIGSTOP');
    await delay(ms);
    // with those that began meanwhile
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
      // it has ended in this moment
    }
  }
}

export const PROCESS_FAULTS: readonly Fault[] = [killServer, killBothServers, stopServer, killDatabase, stopDatabase];
