import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a proxy passes on to: a port of this machine, or a socket file. */
export type ProxyTarget = { readonly port: number } | { readonly path: string };

/** Stands between two sides of a connection, and does to them what networks do. */
export interface TcpProxy {
  readonly port: number;
  /** Where new connections go to; undefined: they are closed at once. */
  aim(target: ProxyTarget | undefined): void;
  /** Breaks every connection, in the middle of whatever it carries. */
  cut(): void;
  /** From now on nothing passes, in either direction, and nobody is told; until it is let pass again. */
  stall(): void;
  pass(): void;
  /** From now on everything arrives this much later. */
  delay(lateMs: number): void;
  close(): Promise<void>;
}

export async function startTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target: ProxyTarget | undefined;
  let isStalled = false;
  let lateMs = 0;

  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.setNoDelay(true);
    const passOn = (chunk: Buffer) => {
      if (!to.write(chunk)) from.pause();
    };
    from.on('data', (chunk: Buffer) => {
      if (lateMs === 0) passOn(chunk);
      else setTimeout(passOn, lateMs, chunk);
    });
    to.on('drain', () => {
      if (!isStalled) from.resume();
    });
    from.once('end', () => to.end());
    from.once('error', () => to.destroy());
    from.once('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isStalled) from.pause();
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (target === undefined) {
      near.on('error', () => {});
      near.destroy();
      return;
    }
    const far = connect({ ...target, allowHalfOpen: true });
    join(near, far);
    join(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) {
      // a socket file knows no reset
      if (socket.remoteAddress === undefined) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    aim: (next) => {
      target = next;
    },
    cut,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    pass: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    delay: (given) => {
      lateMs = given;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
