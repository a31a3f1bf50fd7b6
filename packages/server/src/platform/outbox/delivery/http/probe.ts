import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { renderDeliveryNote } from '@cardwright/contract';
import { type AddressGuard, guardedConnector } from '../address/address-guard.ts';
import { trustedContext } from './endpoint-agents.ts';
import { toSeconds } from './exchange.ts';
import { explainNoResponse } from './explain-no-response.ts';

const CONNECT_MS = 5_000;

type Probed =
  /** `certificateUntil`: when the server's certificate expires; undefined without TLS. */
  | { readonly isReached: true; readonly certificateUntil: Date | undefined }
  | { readonly isReached: false; readonly reason: string };

export type Probe = (url: string) => Promise<Probed>;

/**
 * Performs the steps of a delivery before it sends: resolves the name, checks the address against the guard, connects,
 * and does the TLS handshake. Then it closes the connection, so no endpoint receives a message.
 */
export function createProbe(guard: AddressGuard & { extraCa: string | undefined }): Probe {
  const secureContext = trustedContext(guard.extraCa);
  return (text) => {
    const { protocol, hostname, port, host } = new URL(text);
    // grouped by host, because one owner has a limit of concurrent lookups
    const connect = guardedConnector(guard, host, { secureContext, timeout: CONNECT_MS });
    return new Promise<Probed>((settle) => {
      let isOver = false;
      const end = (probed: Probed) => {
        clearTimeout(timeout);
        isOver = true;
        settle(probed);
      };
      // covers the whole probe: the connector's time limit starts with the connection
      const timeout = setTimeout(() => {
        end({ isReached: false, reason: renderDeliveryNote('noConnection', { seconds: toSeconds(CONNECT_MS) }) });
      }, CONNECT_MS);
      const target = { protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port };
      connect(target, (...[error, socket]) => {
        if (isOver) socket?.destroy();
        else if (error !== null) end({ isReached: false, reason: explainNoResponse(error).reason });
        else end({ isReached: true, certificateUntil: certificateOf(socket) });
        socket?.destroy();
      });
    });
  };
}

function certificateOf(socket: Socket): Date | undefined {
  return socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined;
}
