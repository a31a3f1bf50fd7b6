import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type AddressGuard, guardedConnector } from './address-guard.ts';
import { trustedContext } from './endpoint-agents.ts';
import { explainUnanswered, seconds } from './exchange.ts';

const CONNECT_MS = 5_000;

export type Probed =
  /** `certificateUntil`: the last moment at which its certificate is good; undefined without TLS. */
  | { readonly isReached: true; readonly certificateUntil: Date | undefined }
  | { readonly isReached: false; readonly reason: string };

export type Probe = (url: string) => Promise<Probed>;

/**
 * Goes as far as a delivery goes before it sends: finds the name, holds the address against the guard, connects, and shakes
 * hands. Then it hangs up: no endpoint gets a message that nobody wrote.
 */
export function createProbe(guard: AddressGuard & { extraCa: string | undefined }): Probe {
  const connect = guardedConnector(guard, { secureContext: trustedContext(guard.extraCa), timeout: CONNECT_MS });
  return (text) => {
    const { protocol, hostname, port, host } = new URL(text);
    return new Promise<Probed>((settle) => {
      let isOver = false;
      const end = (probed: Probed) => {
        clearTimeout(giveUp);
        isOver = true;
        settle(probed);
      };
      // name servers that do not answer are not the connector's to time
      const giveUp = setTimeout(() => {
        end({ isReached: false, reason: `no connection within ${seconds(CONNECT_MS)}` });
      }, CONNECT_MS);
      const target = { protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port };
      connect(target, (...[error, socket]) => {
        if (isOver) socket?.destroy();
        else if (error !== null) end({ isReached: false, reason: explainUnanswered(error).reason });
        else end({ isReached: true, certificateUntil: certificateOf(socket) });
        socket?.destroy();
      });
    });
  };
}

function certificateOf(socket: Socket): Date | undefined {
  return socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined;
}
