import { Message, NETWORK_FUNCTIONS } from '@cardwright/iso8583';
import { toResponse } from '../mapping/to-response.ts';

const SUPPORTED: ReadonlySet<string> = new Set(Object.values(NETWORK_FUNCTIONS));
const NOT_SUPPORTED = '40';
const FORMAT_ERROR = '30';

/** The request of this server. Pure. */
export function networkRequest(code: string, trace: number, now: Date): Message {
  const time = now.toISOString().replace(/\D/g, '').slice(4, 14);
  return new Message('0800', { 7: time, 11: String(trace).padStart(6, '0'), 70: code });
}

/** The response to a request of the peer. Key exchange and other functions are not supported. Pure. */
export function networkResponse(request: Message): Message | undefined {
  const code = request.get(70);
  const responseCode = code === undefined ? FORMAT_ERROR : SUPPORTED.has(code) ? '00' : NOT_SUPPORTED;
  return toResponse(request, { responseCode });
}
