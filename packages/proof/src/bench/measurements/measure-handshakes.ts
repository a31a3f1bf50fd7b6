import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import type { BenchServerProcess } from '../bench-process.ts';
import { processCpuSeconds } from '../cpu-time.ts';

const CONNECTIONS = 1_000;
const AT_ONCE = 8;
const MICROSECONDS = 1_000_000;

/** Processor time of the server for each new connection, in microseconds. TLS sessions are not resumed. */
export async function measureHandshakes(server: BenchServerProcess): Promise<number | undefined> {
  const before = processCpuSeconds(server.pid);
  let left = CONNECTIONS;
  const each = async () => {
    while (left-- > 0) (await opened(server)).destroy();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, each));
  const after = processCpuSeconds(server.pid);
  if (before === undefined || after === undefined) return undefined;
  return ((after - before) * MICROSECONDS) / CONNECTIONS;
}

function opened({ host, port, ca }: BenchServerProcess): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = ca === undefined ? connect({ host, port }) : connectByTls({ host, port, ca });
    socket.once(ca === undefined ? 'connect' : 'secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}
