import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { MAX_CONNECTIONS } from './chaos-database.ts';
import type { Fault, Victims } from './nemesis.ts';

const FULL_MS = [2_000, 5_000] as const;
const OCCUPIED_MS = [3_000, 8_000] as const;
/** The number of connections left for all others. */
const LEFT = 3;
const LOCKED_MS = [3_000, 30_000] as const;
const CLOCK_SECONDS = [30, 240] as const;

export const fullDisk: Fault = {
  name: 'disk full',
  async inject({ database }, random) {
    const ms = random.from(...FULL_MS);
    database.disk?.fill();
    await delay(ms);
    database.disk?.free();
    await database.answers();
    return `for ${ms} ms`;
  },
};

const takeConnections: Fault = {
  name: 'connections taken',
  async inject(victims, random) {
    const ms = random.from(...OCCUPIED_MS);
    // Closes the connections of the servers, so that they compete for the few that remain.
    for (const { databaseProxy } of victims.servers) databaseProxy.cut();
    const attempts = Array.from({ length: MAX_CONNECTIONS - LEFT }, () => connected(victims));
    const clients = (await Promise.all(attempts)).filter((client) => client !== undefined);
    await delay(ms);
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    return `${clients.length} of ${MAX_CONNECTIONS} for ${ms} ms`;
  },
};

const lockAccounts: Fault = {
  name: 'accounts locked',
  isBackground: true,
  async inject(victims, random) {
    const ms = random.from(...LOCKED_MS);
    if (victims.accountNumbers().length === 0) return undefined;
    const numbers = [random.pick(victims.accountNumbers()), random.pick(victims.accountNumbers())];
    const client = await connected(victims);
    if (client === undefined) return undefined;
    try {
      await client.query('begin');
      const lock = "select from accounts where bank_id = 'DEMO' and account_number = any($1) for update";
      await client.query({ text: lock, values: [numbers] });
      await delay(ms, undefined, { signal: victims.over }).catch(() => {});
      await client.query('rollback');
    } catch {
      // Another fault closed the connection, which releases the locks.
    }
    await client.end().catch(() => {});
    return `${new Set(numbers).size} in an open transaction, for up to ${ms} ms`;
  },
};

const moveClock: Fault = {
  name: 'clock moved',
  async inject({ servers, moveClock: move }, random) {
    const server = random.from(0, servers.length - 1);
    const seconds = random.from(...CLOCK_SECONDS);
    const isMoved = await move(server, seconds);
    return isMoved ? `${seconds} s forward, on server ${servers[server]!.name} only` : undefined;
  },
};

async function connected({ database }: Victims): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...database.connection(), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch {
    return undefined;
  }
}

export const DATABASE_FAULTS: readonly Fault[] = [takeConnections, lockAccounts, moveClock];
