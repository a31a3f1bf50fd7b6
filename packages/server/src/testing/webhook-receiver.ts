import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { scanText } from './cards/used-card-numbers.ts';
import { type Authority, createAuthority } from './certificates.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
  /** Whether the `standardwebhooks` package verifies the signature with the receiver's secret. */
  readonly isSigned: boolean;
  /** Resolves when the request's connection closes. */
  readonly disconnected: Promise<void>;
}

/** Handles a request that the receiver has read. */
export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => void;

export interface WebhookReceiver {
  readonly url: string;
  /** The authority that a client has to trust to accept this receiver's certificate. */
  readonly ca: string;
  readonly received: readonly ReceivedRequest[];
  /** Number of connections that were opened, with or without a request. */
  readonly connections: () => number;
  /** Verifies signatures with this secret from this call. */
  trust(secret: string): void;
  /** Replaces the behavior. Each of several behaviors answers one request, and the last one answers all that follow. */
  behave(...behaviours: [Behaviour, ...Behaviour[]]): void;
  /** Resolves when `count` requests have arrived in total. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /**
   * `trusted`: issued by the authority whose certificate is `ca`; `stranger`: by another one; `other-name`: for another host.
   */
  readonly tls?: 'trusted' | 'stranger' | 'other-name' | 'none';
  /** `whsec_...`, for verifying signatures. */
  readonly secret?: string;
}

/** Starts a bank's webhook receiver, a real server on its own port that handles each request as the test wants. */
export async function startReceiver({ tls = 'trusted', secret }: ReceiverOptions = {}): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  const events = new EventEmitter();
  let webhook = secret === undefined ? undefined : new Webhook(secret);
  let behaviours: Behaviour[] = [answersOk];
  let connections = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const entry = await readRequest(request, webhook);
    received.push(entry);
    scanText('what a webhook got', JSON.stringify([entry.path, entry.headers, entry.body]));
    const behave = behaviours.length > 1 ? behaviours.shift()! : behaviours[0]!;
    behave(entry, response);
    events.emit('received');
  };
  const { server, ca } = await createServer(tls, (request, response) => {
    // some tests disconnect the client while it sends
    handle(request, response).catch(() => {});
  });
  server.on('connection', () => {
    connections++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls === 'none' ? 'http' : 'https'}://127.0.0.1:${port}`,
    ca,
    received,
    connections: () => connections,
    trust: (known) => {
      webhook = new Webhook(known);
    },
    behave: (...newBehaviours) => {
      behaviours = newBehaviours;
    },
    arrived: async (count) => {
      while (received.length < count) await once(events, 'received');
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

let authorities: Promise<{ trusted: Authority; stranger: Authority }> | undefined;

async function createServer(
  tls: NonNullable<ReceiverOptions['tls']>,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; ca: string }> {
  authorities ??= Promise.all([createAuthority('Trusted'), createAuthority('Stranger')]).then(
    ([trusted, stranger]) => ({ trusted, stranger }),
  );
  const { trusted, stranger } = await authorities;
  if (tls === 'none') return { server: createHttpServer(handle), ca: trusted.ca };
  const issuer = tls === 'stranger' ? stranger : trusted;
  const certificate =
    tls === 'other-name' ? await issuer.issue(['bank.example'], []) : await issuer.issue(['localhost'], ['127.0.0.1']);
  return { server: createHttpsServer(certificate, handle), ca: trusted.ca };
}

async function readRequest(request: IncomingMessage, webhook: Webhook | undefined): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers,
    body,
    isSigned: webhook !== undefined && verifies(webhook, body, headers),
    disconnected: closing(request.socket),
  };
}

const closings = new WeakMap<Socket, Promise<void>>();

/** Shares one listener among all requests of a connection: with one for each, Node would warn of too many listeners. */
function closing(socket: Socket): Promise<void> {
  const existing = closings.get(socket) ?? new Promise<void>((resolve) => socket.once('close', () => resolve()));
  closings.set(socket, existing);
  return existing;
}

function verifies(webhook: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    webhook.verify(body, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

/** Returns the answer that confirms the delivery of a notification of this type. `replaced` replaces members. */
export function answerTo({ body }: Pick<ReceivedRequest, 'body'>, replaced: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: 'RECEIVER-001',
    type: (JSON.parse(body) as { type: string }).type,
    timestamp: '2026-11-20T08:00:00.123Z',
    response: { status: { code: '00', description: 'Successful' } },
    ...replaced,
  });
}

/** Answers each request with the body that `write` returns. */
export function answers(write: (request: ReceivedRequest) => string, status = 200): Behaviour {
  return (request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(write(request));
  };
}

export const answersOk: Behaviour = answers(answerTo);

/** Answers with this code in an otherwise valid answer. */
export function answersCode(code: string): Behaviour {
  return answers((request) => answerTo(request, { response: { status: { code, description: 'No' } } }));
}

export function answersStatus(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

export const hangBeforeHeaders: Behaviour = () => {};

/** Sends a valid answer without its last byte. */
export const hangInBody: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write(answerTo(request).slice(0, -1));
};

/** Sends one byte at a time without an end, each soon after the previous one. */
export function trickle(everyMs: number): Behaviour {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** Sends data without an end, as fast as the client reads it. */
export const endlessBody: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(16 * 1024, ' ');
  const write = () => {
    while (response.write(chunk));
  };
  response.on('drain', write);
  write();
};

/** Sends a valid answer of exactly this many bytes. */
export function ofBytes(bytes: number): Behaviour {
  return answers((request) => answerTo(request).padEnd(bytes, ' '));
}

export const closeConnection: Behaviour = (_request, response) => {
  (response.socket as Socket).destroy();
};

export const closeInBody: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write(answerTo(request), () => (response.socket as Socket).destroy());
};

/** Holds its answer until `release` is called. */
export function delayedAnswer(behaviour: Behaviour): { readonly behaviour: Behaviour; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { behaviour: (request, response) => void released.then(() => behaviour(request, response)), release };
}
