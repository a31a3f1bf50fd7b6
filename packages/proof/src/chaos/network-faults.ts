import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './nemesis.ts';

const AWAY_MS = [0, 2_500] as const;
const STALL_MS = [1_500, 6_000] as const;

const cutDatabase: Fault = {
  name: 'connections to the database cut',
  async inject({ servers, database }, random) {
    const server = random.pick(servers);
    const ms = random.from(...AWAY_MS);
    server.databaseProxy.aim(undefined);
    server.databaseProxy.cut();
    await delay(ms);
    server.databaseProxy.aim({ path: database.socket() });
    return `of server ${server.name}, and no new ones for ${ms} ms`;
  },
};

const cutCallers: Fault = {
  name: 'connections of callers cut',
  async inject({ servers }, random) {
    const times = random.from(1, 6);
    for (let cuts = 0; cuts < times; cuts++) {
      for (const { proxy, isoProxy } of servers) {
        proxy.cut();
        isoProxy.cut();
      }
      await delay(random.from(50, 400));
    }
    return `${times} times, at all servers`;
  },
};

const silentDatabase: Fault = {
  name: 'database silent',
  async inject({ servers }, random) {
    const server = random.pick(servers);
    const ms = random.from(...STALL_MS);
    server.databaseProxy.stall();
    await delay(ms);
    server.databaseProxy.pass();
    return `for server ${server.name}: connections stay, nothing passes for ${ms} ms`;
  },
};

export const NETWORK_FAULTS: readonly Fault[] = [cutDatabase, cutCallers, silentDatabase];
