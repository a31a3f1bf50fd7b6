import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';

/** The server's certificate, with those that lead to its authority behind it, and its private key: files in PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** How often they are looked at. Whatever watches a system's files does not see a link that leads elsewhere now. */
const LOOK_MS = 2_000;

/** Throws where one cannot be read, or where the key is not that of the certificate. */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): SecureContextOptions & { readonly validTo: string } {
  const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')];
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key))) {
    throw new Error(`the key in ${keyFile} is not that of the certificate in ${certFile}`);
  }
  return { cert, key, minVersion: 'TLSv1.2', validTo: certificate.validTo };
}

/**
 * Whoever connects after a change of the files gets the new certificate; connections that are open stay. While the files do
 * not belong together, as between two writes, the former certificate is shown, and the log says so.
 * @returns what ends it
 */
export function followTlsFiles(server: Server, files: TlsFiles, logger: Logger): () => void {
  const renew = () => {
    try {
      const { validTo, ...context } = readTlsFiles(files);
      server.setSecureContext(context);
      logger.info({ validTo }, 'the TLS certificate was read again');
    } catch (err) {
      logger.error({ err }, 'the changed TLS certificate cannot be used; the former one stays');
    }
  };
  const paths = [files.certFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
