import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IncompleteBody } from '../operation/index.ts';
import { type Admission, admit, type SurfaceDeps } from './surfaces/surface.ts';

/** The part of the body that the server reads of a refused request, and how long it waits for it. */
export interface BodyAllowance {
  readonly bytes: number;
  readonly ms: number;
}

/** The longest time to receive a request, so that a slow sender does not hold a connection for long. */
export const RECEIVE_TIMEOUT_MS = 30_000;
/** For answers that repeat no part of the body. */
export const NO_BODY: BodyAllowance = { bytes: 0, ms: 0 };
/**
 * Enough for the part that an answer repeats, if it arrives with its request
 * (docs/interface/requests.md#before-the-body).
 */
export const BODY_TO_REPEAT: BodyAllowance = { bytes: 64 * 1024, ms: 500 };

export interface BeforeBody {
  /** Whether the request counts against the caller's limit of requests. */
  readonly limited: boolean;
  readonly allowanceOf: (request: FastifyRequest) => BodyAllowance;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

/**
 * Admits a request before its body is read, and answers all others at once: after as much of the body as the allowance
 * permits, and closing the connection if more of it is on its way.
 */
export function admitBeforeBody(deps: SurfaceDeps, handler: Handler, { limited, allowanceOf }: BeforeBody) {
  const answerAtOnce = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await takeBody(request.raw, allowanceOf(request));
    request.body = body;
    if (body instanceof IncompleteBody && hasBody(request)) reply.header('connection', 'close');
    reply.send(await handler(request, reply));
  };
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const goOn = (admission: Admission) => {
      request.admission = admission;
      if (admission.ok) done();
      else answerAtOnce(request, reply).catch(done);
    };
    const admission = admit(deps, request, reply, { limited });
    if (admission instanceof Promise) admission.then(goOn, done);
    else goOn(admission);
  };
}

/** Reads the start of a body without parsing it. */
function takeBody(stream: Readable, { bytes, ms }: BodyAllowance): Promise<Buffer | IncompleteBody> {
  if (bytes === 0) return Promise.resolve(new IncompleteBody('body is not read'));
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const stop = (body: Buffer | IncompleteBody) => {
      clearTimeout(timer);
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(body);
    };
    const onData = (piece: Buffer) => {
      length += piece.length;
      if (length > bytes) stop(new IncompleteBody('body is too large'));
      else pieces.push(piece);
    };
    const onEnd = () => stop(Buffer.concat(pieces));
    const onClose = () => stop(new IncompleteBody('body cannot be read'));
    const timer = setTimeout(() => stop(new IncompleteBody('body did not arrive')), ms);
    stream.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
