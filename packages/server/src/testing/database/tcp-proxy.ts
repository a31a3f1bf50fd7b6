import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The target of a proxy: a port of this machine, or a socket file. */
export type ProxyTarget = { readonly port: number } | { readonly path: string };

/** A proxy between two sides of a connection that injects network faults. */
export interface TcpProxy {
  readonly port: number;
  /** Sets the target of new connections; undefined closes them at once. */
  aim(target: ProxyTarget | undefined): void;
  /** Resets every connection, even in the middle of data. */
  cut(): void;
  /** Stops all traffic in both directions, without closing connections, until `pass` is called. */
  stall(): void;
  pass(): void;
  /** Delays all traffic by `lateMs`. */
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
    delay: (ms) => {
      lateMs = ms;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
