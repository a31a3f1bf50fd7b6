import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';

export interface IssuedCertificate {
  readonly key: string;
  readonly cert: string;
  /** The thumbprint, in the form that tokens have by RFC 8705. */
  readonly thumbprint: string;
  /** In base64, as sent on the wire. */
  readonly der: string;
}

export interface ClientAuthority {
  readonly ca: string;
  issue(name: string, days?: number): IssuedCertificate;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates an authority for client certificates with openssl. */
export function openClientAuthority(folder: string, name: string): ClientAuthority {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const [caKey, caFile] = [`${name}.ca.key`, `${name}.ca.pem`];
  openssl('req', '-x509', ...NEW_KEY, '-keyout', caKey, '-out', caFile, '-subj', `/CN=${name}`, '-days', '2');
  return {
    ca: readFileSync(join(folder, caFile), 'utf8'),
    issue: (subject, days = 2) => {
      const file = (ending: string) => `${name}.${subject}.${ending}`;
      openssl('req', ...NEW_KEY, '-keyout', file('key'), '-out', file('csr'), '-subj', `/CN=${subject}`);
      const signing = ['-CA', caFile, '-CAkey', caKey, '-days', String(days), '-out', file('pem')];
      openssl('x509', '-req', '-in', file('csr'), ...signing);
      const digest = execFileSync(
        'sh',
        ['-c', `openssl x509 -in ${file('pem')} -outform der | openssl dgst -sha256 -binary`],
        {
          cwd: folder,
        },
      );
      return {
        key: readFileSync(join(folder, file('key')), 'utf8'),
        cert: readFileSync(join(folder, file('pem')), 'utf8'),
        thumbprint: digest.toString('base64url'),
        der: openssl('x509', '-in', file('pem'), '-outform', 'der').toString('base64'),
      };
    },
  };
}

export function writeAuthorities(file: string, ...authorities: readonly ClientAuthority[]): void {
  writeFileSync(file, authorities.map(({ ca }) => ca).join(''));
}

export interface CallerAnswer {
  readonly status: number;
  readonly connection: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

/** Creates callers of a server with TLS. By default, each request uses its own connection. */
export function callersOf(url: () => string, ca: string) {
  const send = (
    path: string,
    {
      presented,
      headers = {},
      body,
      on,
    }: { presented?: IssuedCertificate; headers?: object; body?: string; on?: TLSSocket },
  ): Promise<CallerAnswer> =>
    new Promise((resolve, reject) => {
      const connection = on === undefined ? { agent: false as const } : { createConnection: () => on };
      const certificate = presented === undefined ? {} : { key: presented.key, cert: presented.cert };
      const method = body === undefined ? 'GET' : 'POST';
      const options = { method, ca, ...connection, ...certificate, headers: { ...headers } as Record<string, string> };
      const outgoing = request(new URL(path, url()), options, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.once('end', () => {
          const { statusCode = 0, headers: answered } = answer;
          resolve({ status: statusCode, connection: answered.connection, json: text === '' ? {} : JSON.parse(text) });
        });
      });
      outgoing.once('error', reject).end(body);
    });
  return {
    send,
    requestToken: (certificate?: IssuedCertificate, headers: object = {}, client = 'demo-bank') =>
      send('/oauth2/token', {
        ...(certificate && { presented: certificate }),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: `grant_type=client_credentials&client_id=${client}&client_secret=${client}-secret`,
      }),
    useToken: (token: string, certificate?: IssuedCertificate, more: { headers?: object; on?: TLSSocket } = {}) =>
      send('/V2/clients', {
        ...(certificate && { presented: certificate }),
        ...more,
        headers: { authorization: `Bearer ${token}`, ...more.headers },
      }),
    open: (certificate: IssuedCertificate): Promise<TLSSocket> =>
      new Promise((resolve, reject) => {
        const { hostname: host, port } = new URL(url());
        const { key, cert } = certificate;
        const socket = connect({ host, port: Number(port), servername: 'localhost', ca, key, cert }, () =>
          resolve(socket),
        );
        socket.once('error', reject);
      }),
  };
}
