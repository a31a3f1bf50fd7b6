import { buildServer } from '@cardwright/server/program';
import type { Server } from '../host/assembly/server.ts';
import { createLogger } from '../platform/http/request-log.ts';
import type { Clock } from '../platform/kernel/time/clock.ts';
import type { ConnectionSettings } from '../platform/storage/index.ts';
import type { PeerProcesses } from '../platform/workers/peer-processes.ts';
import { cardDigits } from './cards/card-digits.ts';
import { testSettings } from './database/seeded-database.ts';

interface FirstServer {
  readonly dataDir: string;
  readonly db: { readonly connection: ConnectionSettings };
  readonly clock: Clock;
}

/**
 * Starts another server on the first server's database, with its keys and its clock. It has a log only if the caller passes
 * one.
 */
export function anotherServer(
  first: FirstServer,
  environment: Record<string, string> = {},
  { clock = first.clock, logs, peerProcesses }: { clock?: Clock; logs?: string[]; peerProcesses?: PeerProcesses } = {},
): Promise<Server> {
  return buildServer({
    settings: testSettings(first.dataDir, environment),
    connection: first.db.connection,
    logger:
      logs === undefined ? createLogger('silent') : createLogger('info', { write: (line) => void logs.push(line) }),
    publicUrl: () => 'http://another.test',
    clock,
    isPrepared: true,
    randomDigits: cardDigits,
    ...(peerProcesses && { peerProcesses }),
  });
}
