import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPeerProcesses, type PeerProcesses } from '../platform/workers/peer-processes.ts';

export interface WorkerCluster {
  readonly all: readonly PeerProcesses[];
  /** Number of requests between the processes so far. */
  requestCount(): number;
  close(): Promise<void>;
}

/** Opens connected peer processes, as the workers of one server are, for servers in one process. */
export async function openWorkerCluster(count: number): Promise<WorkerCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cardwright-peers-'));
  const addresses = Array.from({ length: count }, (_, place) => join(folder, `${place}.sock`));
  const opened = await Promise.all(addresses.map((address, place) => openPeerProcesses({ place, count, address })));
  for (const one of opened) one.meet(addresses);
  let requestCount = 0;
  const all = opened.map((one) => ({
    ...one,
    requesterOf: (place: number) => {
      const request = one.requesterOf(place);
      return (
        request &&
        ((...question: Parameters<typeof request>) => {
          requestCount += 1;
          return request(...question);
        })
      );
    },
  }));
  return {
    all,
    requestCount: () => requestCount,
    close: async () => {
      await Promise.all(all.map((one) => one.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
