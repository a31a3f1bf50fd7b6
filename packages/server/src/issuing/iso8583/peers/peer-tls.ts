import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions, TlsOptions } from 'node:tls';
import type { Logger } from 'pino';
import type { NetworkPeer } from './network-peer.ts';

const LOOK_MS = 2_000;
const HANDSHAKE_MS = 10_000;

/** Throws if a file cannot be read. */
function readFiles({ tls }: Pick<NetworkPeer, 'tls'>) {
  const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file, 'utf8'));
  return { cert: read(tls?.certFile), key: read(tls?.keyFile), ca: read(tls?.caFile), minVersion: 'TLSv1.2' as const };
}

/** If authorities are configured, only peers with a certificate of one of them may connect. */
export function serverTlsOptions(peer: Pick<NetworkPeer, 'tls'>): TlsOptions {
  const files = readFiles(peer);
  const isRequired = files.ca !== undefined;
  return { ...files, requestCert: isRequired, rejectUnauthorized: isRequired, handshakeTimeout: HANDSHAKE_MS };
}

export function dialTlsOptions(peer: Pick<NetworkPeer, 'tls' | 'host' | 'port'>): ConnectionOptions {
  const { host, port } = peer;
  return { ...readFiles(peer), host, port, ...(isIP(host) === 0 && { servername: host }) };
}

/** Uses changed files for new connections. Returns a function that stops this. */
export function followPeerTls(
  server: { setSecureContext(options: TlsOptions): void },
  peer: NetworkPeer,
  logger: Logger,
): () => void {
  const renew = () => {
    try {
      server.setSecureContext(readFiles(peer));
      logger.info({ peer: peer.name }, 'TLS certificate of a network reloaded');
    } catch (err) {
      logger.error(
        { err, peer: peer.name },
        'cannot use the changed TLS files of a network; the previous ones stay in use',
      );
    }
  };
  const { certFile, keyFile, caFile } = peer.tls ?? {};
  const paths = [certFile, keyFile, caFile].filter((path) => path !== undefined);
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
