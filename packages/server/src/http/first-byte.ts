import type { IncomingMessage } from 'node:http';

/** Node's parser knows how long ago the request began that it is reading. Not documented, so that it may be missing. */
interface ParserOfSocket {
  readonly parser?: { duration?(): number } | null;
}

/** When the first byte of a request came whose head has just been read, as `performance.now()` tells it. */
export function firstByteAt({ socket }: IncomingMessage): number {
  return performance.now() - ((socket as ParserOfSocket | undefined)?.parser?.duration?.() ?? 0);
}
