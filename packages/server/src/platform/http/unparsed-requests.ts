import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorName, writeJson } from '@cardwright/contract';
import type { Logger } from 'pino';
import { lingerBeforeClose } from './linger.ts';
import { PROTECTION } from './protection.ts';
import { problemMembers } from './surfaces/rest-surface.ts';

/** Node's own fields of a connection: the answer in progress, and the request that has not been read to its end. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
}

/** An answer to a request that reaches no route. */
interface UnparsedAnswer {
  readonly status: number;
  readonly error: ErrorName;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const MALFORMED: UnparsedAnswer = { status: 400, error: 'wrong_format', detail: 'The request is not valid HTTP/1.1' };
/** Answers by the error code of Node or its parser. */
const FAULTS: Readonly<Record<string, UnparsedAnswer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'timed_out', detail: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, error: 'wrong_length', detail: 'The headers of the request are too long' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    error: 'wrong_length',
    detail: 'The extensions of a chunk are too long',
  },
};
const NO_TUNNEL: UnparsedAnswer = {
  status: 405,
  error: 'unknown_operation',
  detail: 'This server is no proxy: CONNECT is not served',
  headers: { allow: 'DELETE, GET, HEAD, PATCH, POST, PUT' },
};
const NO_EXPECTATION: UnparsedAnswer = {
  status: 417,
  error: 'value_not_allowed',
  detail: 'Expect must be 100-continue, or left out',
};

/** Answers requests that Node's parser refuses, before the framework has a request. */
export function answerParserError(logger: Logger, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const answer = FAULTS[error.code ?? ''] ?? MALFORMED;
  logger.debug({ code: error.code, status: answer.status }, 'request refused before parsing');
  if (hasResponse(socket)) socket.destroy(error);
  else endWith(socket, answer);
}

/** Whether the broken request already has its answer, or the beginning of one: it gets no second one. */
function hasResponse(socket: HttpSocket): boolean {
  const { _httpMessage: running, parser } = socket;
  return running ? running.headersSent : parser?.incoming?.complete === false;
}

/**
 * Answers CONNECT, which Node would close without an answer, and expectations, which Node would answer without a body.
 */
export function answerUnusualRequests(server: Server): void {
  server.on('connect', (_request, socket) => endWith(socket, NO_TUNNEL));
  server.on('checkExpectation', (_request, response) => {
    const text = textOf(NO_EXPECTATION);
    response.writeHead(NO_EXPECTATION.status, headersOf(NO_EXPECTATION, text)).end(text);
  });
}

function endWith(socket: Duplex, answer: UnparsedAnswer): void {
  const text = textOf(answer);
  const lines = Object.entries(headersOf(answer, text)).map(([name, value]) => `${name}: ${value}\r\n`);
  // a caller that has disconnected gets no answer
  socket.on('error', () => {});
  lingerBeforeClose(socket);
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${text}`);
}

function textOf({ status, error, detail }: UnparsedAnswer): string {
  return `${writeJson(problemMembers(error, detail, status))}\n`;
}

function headersOf({ headers }: UnparsedAnswer, text: string): Record<string, string> {
  return {
    ...PROTECTION,
    ...headers,
    'x-request-id': randomUUID(),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
}
