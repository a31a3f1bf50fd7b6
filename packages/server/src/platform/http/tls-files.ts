import { constants, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import type { Logger } from 'pino';

/** The server's certificate with its chain, and its private key, as PEM files. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  /** The authorities of client certificates, in PEM. Without them, the server requests no client certificates. */
  readonly clientCaFile?: string | undefined;
}

/**
 * Interval at which the files are polled, in milliseconds. File watchers of operating systems do not notice a symbolic
 * link that changes its target.
 */
const LOOK_MS = 2_000;

/** Throws if a file cannot be read, or if the key does not match the certificate. */
export function readTlsFiles({ certFile, keyFile, clientCaFile }: TlsFiles): ReadTls {
  const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')];
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key))) {
    throw new Error(`the key in ${keyFile} does not match the certificate in ${certFile}`);
  }
  const ca = clientCaFile === undefined ? undefined : readAuthorities(clientCaFile);
  return { cert, key, minVersion: 'TLSv1.2', validTo: certificate.validTo, ...(ca && { ca, ...CLIENT_CERTIFICATE }) };
}

type ReadTls = SecureContextOptions & { readonly validTo: string };

/** Disables session tickets: a resumed session would keep the result of a check by the former authorities. */
const CLIENT_CERTIFICATE = { secureOptions: constants.SSL_OP_NO_TICKET };

/**
 * Clients may connect without a certificate. A faulty one is answered as a request, so that its sender reads the
 * reason.
 */
export const CLIENT_CERTIFICATE_OPTIONS: TlsOptions = { requestCert: true, rejectUnauthorized: false };

function readAuthorities(file: string): string {
  const text = readFileSync(file, 'utf8');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error(`${file} has no certificate`);
  for (const each of certificates) {
    if (!new X509Certificate(each).ca) throw new Error(`${file} has a certificate that is not a CA certificate`);
  }
  return text;
}

/** Connections whose certificate was checked by authorities that have been replaced. */
const former = new WeakSet<Socket>();

/** Whether a connection should be ended, so that its caller's certificate is checked again. */
export function isOfFormerAuthorities(socket: Socket): boolean {
  return former.has(socket);
}

/**
 * Follows changes of the files: new connections get the new certificate, and open ones stay. While the files do not
 * match, as between two writes, the former certificate stays in use, and the log reports it. If the authorities of
 * client certificates change, open connections close after their next answer.
 * @returns a function that stops following
 */
export function followTlsFiles(server: Server, files: TlsFiles, logger: Logger): () => void {
  const open = new Set<Socket>();
  if (files.clientCaFile !== undefined) {
    server.on('secureConnection', (socket) => void open.add(socket.once('close', () => open.delete(socket))));
  }
  let { ca: authorities } = readTlsFiles(files);
  const renew = () => {
    try {
      const { validTo, ...context } = readTlsFiles(files);
      server.setSecureContext(context);
      if (context.ca !== authorities) {
        authorities = context.ca;
        for (const socket of open) former.add(socket);
        server.closeIdleConnections();
      }
      logger.info({ validTo }, 'TLS certificate reloaded');
    } catch (err) {
      logger.error({ err }, 'cannot use the changed TLS certificate; the previous one stays in use');
    }
  };
  const paths = [files.certFile, files.keyFile, ...(files.clientCaFile === undefined ? [] : [files.clientCaFile])];
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
