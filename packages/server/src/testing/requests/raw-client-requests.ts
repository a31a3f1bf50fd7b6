import type { JsonObject } from '@cardwright/contract';
import { clientBody } from '../cards/issued-cards.ts';
import { nextMsgId, type TestServer } from '../test-server.ts';

export const rawHeader = (changes: JsonObject = {}): JsonObject => ({
  msg_id: nextMsgId(),
  msg_type: 'TRANSACTION',
  msg_function: 'REQ_CLIENT_CREATE',
  src_application: 'TEST',
  target_application: 'CARDWRIGHT',
  timestamp: '20/11/2026 12:00:00',
  tracking_id: 'TRACK-1',
  bank_id: 'DEMO',
  ...changes,
});
let customers = 0;
export const clientRequest = (changes: JsonObject = {}) => ({
  header: rawHeader(changes),
  body: clientBody(`HOSTILE-${++customers}`),
});
/** Returns the text of a whole request. */
export const clientText = (request: object = clientRequest()) =>
  JSON.stringify({ GwSrvRequest: { request_client_create: request } });

/** Sends a text as a body; null sends no content type. */
export function sendText(
  server: TestServer,
  url: string,
  as: string,
  payload: string | Buffer,
  contentType: string | null = 'application/json',
) {
  const headers = contentType === null ? {} : { 'content-type': contentType };
  return server.request({ method: 'POST', url, as, payload: Buffer.from(payload), headers });
}
