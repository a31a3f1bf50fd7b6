import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from './trusted-proxies.ts';

/** The source of client certificates. */
export interface ClientCertificates {
  /** From the connection itself, verified with CARDWRIGHT_CLIENT_CA_FILE. */
  readonly ofConnections: boolean;
  /** The header, in lower case, in which a trusted proxy forwards a certificate that it has verified. */
  readonly header: string | undefined;
}

/** The certificate of a request. */
export type PresentedCertificate =
  | { readonly thumbprint: string; readonly validFromMs: number; readonly validToMs: number }
  | { readonly problem: string };

/** Cached per connection, whose certificate does not change. */
const ofConnections = new WeakMap<Socket, { readonly certificate: PresentedCertificate | undefined }>();
const LONGEST_HEADER = 16_384;
const PEM = /^-----BEGIN CERTIFICATE-----\s[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----\s*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The certificate of a request; undefined if the server requests none, or the client presents none. */
export function certificateOf(request: FastifyRequest): PresentedCertificate | undefined {
  const config = request.server.clientCertificates;
  if (config === undefined) return undefined;
  const { socket, headers } = request.raw;
  if (config.header !== undefined) {
    const forwarded = headers[config.header]?.toString() ?? '';
    // the address of the peer itself, whatever its headers say
    const peer = plainAddress(socket.remoteAddress) ?? request.ip;
    // on a connection of a proxy, the certificate is the proxy's and not the caller's
    if (request.server.trustedProxies?.holds(peer)) return forwarded === '' ? undefined : readForwarded(forwarded);
    if (forwarded !== '') return { problem: `the header ${config.header} is accepted only from a trusted proxy` };
  }
  return config.ofConnections ? certificateOfConnection(socket) : undefined;
}

function certificateOfConnection(socket: Socket): PresentedCertificate | undefined {
  const presented = ofConnections.get(socket) ?? { certificate: readConnection(socket) };
  ofConnections.set(socket, presented);
  return presented.certificate;
}

function readConnection(socket: Socket): PresentedCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return socket.authorized
    ? presentedCertificate(certificate)
    : { problem: `its verification failed with ${socket.authorizationError}` };
}

/** Reads the formats of RFC 9440 (`:base64:`), HAProxy (base64) and nginx (PEM, escaped for a URL). */
function readForwarded(header: string): PresentedCertificate {
  try {
    if (header.length > LONGEST_HEADER) return UNREADABLE;
    const base64 = /^:(.*):$/.exec(header)?.[1] ?? header;
    if (BASE64.test(base64)) return presentedCertificate(new X509Certificate(Buffer.from(base64, 'base64')));
    const pem = decodeURIComponent(header);
    return PEM.test(pem) ? presentedCertificate(new X509Certificate(pem)) : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = { problem: 'what the proxy forwards of it cannot be read' };

function presentedCertificate(certificate: X509Certificate): PresentedCertificate {
  return {
    thumbprint: Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url'),
    validFromMs: Date.parse(certificate.validFrom),
    validToMs: Date.parse(certificate.validTo),
  };
}

/** Returns why the certificate is not valid; undefined if it is. It can expire while its connection is open. */
export function certificateProblem(presented: PresentedCertificate | undefined, nowMs: number): string | undefined {
  if (presented === undefined) return undefined;
  if ('problem' in presented) return presented.problem;
  const isValid = presented.validFromMs <= nowMs && nowMs <= presented.validToMs;
  return isValid ? undefined : 'it is not valid now';
}

/** Returns the thumbprint to which a token that is requested with this certificate is bound. */
export function thumbprintOf(presented: PresentedCertificate | undefined): string | undefined {
  return presented !== undefined && 'thumbprint' in presented ? presented.thumbprint : undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly clientCertificates?: ClientCertificates;
  }
}
