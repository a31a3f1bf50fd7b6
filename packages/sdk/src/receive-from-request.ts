import type { NotificationAnswer } from './answer-notification.ts';
import { BODY_LIMIT_BYTES, type BodyLimits, READ_TIMEOUT_MS, UnreadableBody } from './raw-body.ts';
import { type EventsAnswer, type ReceivedEvents, receiveEvents, refuseEvents } from './receive-events.ts';
import {
  chosenKeys,
  type ReceivedTokenNotification,
  type ReceiveOptions,
  receiveTokenNotification,
  refuseUnreadable,
} from './receive-token-notification.ts';

/** Receives a token notification as a `Request` of the Fetch API, as in Hono or Next.js. First reads the body. */
export async function receiveFromRequest(
  request: Request,
  options: ReceiveOptions & BodyLimits,
): Promise<ReceivedTokenNotification> {
  return await received(
    request,
    options,
    (body) => receiveTokenNotification({ headers: request.headers, body }, options),
    (error) => refuseUnreadable(error, options.now),
  );
}

/** Receives events as a `Request` of the Fetch API. First reads the body. */
export async function receiveEventsFromRequest(
  request: Request,
  options: ReceiveOptions & BodyLimits,
): Promise<ReceivedEvents> {
  return await received(
    request,
    options,
    (body) => receiveEvents({ headers: request.headers, body }, options),
    (error) => refuseEvents(400, error.message),
  );
}

async function received<T>(
  request: Request,
  options: ReceiveOptions & BodyLimits,
  receive: (body: Uint8Array) => T,
  refuse: (error: UnreadableBody) => T,
): Promise<T> {
  chosenKeys(options);
  if (request.bodyUsed) {
    throw new TypeError('the body was already read, perhaps as JSON: the signature needs the raw bytes');
  }
  try {
    return receive(await readWithin(request, options));
  } catch (error) {
    if (error instanceof UnreadableBody) return refuse(error);
    throw error;
  }
}

/** Converts an answer to a `Response` of the Fetch API. */
export function responseOf({ status, headers, body }: NotificationAnswer | EventsAnswer): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

async function readWithin(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const { limitBytes = BODY_LIMIT_BYTES, timeoutMs = READ_TIMEOUT_MS } = limits;
  const tooLong = () => new UnreadableBody(`the body is longer than ${limitBytes} bytes`);
  if (Number(request.headers.get('content-length')) > limitBytes) throw tooLong();
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => undefined);
  }, timeoutMs);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      length += part.value.length;
      if (length > limitBytes) throw tooLong();
    }
  } catch (error) {
    throw error instanceof UnreadableBody ? error : new UnreadableBody('the body was cut off');
  } finally {
    clearTimeout(timer);
    if (length > limitBytes) reader.cancel().catch(() => undefined);
  }
  if (isLate) throw new UnreadableBody(`the body took longer than ${timeoutMs} ms`);
  return Buffer.concat(chunks);
}
