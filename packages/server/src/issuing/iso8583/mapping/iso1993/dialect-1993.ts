import { Message, responseType } from '@cardwright/iso8583';
import type { Dialect } from '../dialect.ts';
import { inferYear } from '../infer-year.ts';
import { classOf } from '../message-class.ts';
import type { ResponseCodes } from '../response-code.ts';
import { toActionCode1993 } from './action-codes-1993.ts';
import { NETWORK_FUNCTIONS_1993 } from './function-codes-1993.ts';
import { toMessage1987 } from './request-1993.ts';

/** The fields that a response repeats byte for byte. */
const REPEATED = [2, 3, 4, 6, 7, 11, 12, 16, 17, 22, 23, 24, 32, 33, 37, 41, 42, 49, 51, 56];
const NETWORK_REQUEST = '1804';
/** Fields of 1993 that have another number in 1987. */
const FIELDS_1993: Readonly<Record<string, string>> = { 13: '12', 18: '26', 90: '56', 95: '4' };

/**
 * Peers that speak ISO 8583:1993.
 *
 * @param codes action codes of the network in place of those of the standard
 */
export function createDialect1993(codes: ResponseCodes): Dialect {
  return {
    originalTime: 'local',
    toModel: toMessage1987,
    toPeerResponse: (response, request, now) => toResponse1993(response, request, codes, now),
    toPeerRequest: (request, now) => {
      const time = now.toISOString().replace(/\D/g, '').slice(2, 14);
      const fields = { 7: time.slice(2), 11: request.get(11) ?? '', 12: time };
      const code = request.get(70) ?? '';
      return new Message(NETWORK_REQUEST, { ...fields, 24: NETWORK_FUNCTIONS_1993[code] ?? code });
    },
  };
}

function toResponse1993(response: Message, request: Message, codes: ResponseCodes, now: Date): Message {
  const converted = new Message(responseType(request.mti) ?? response.mti);
  for (const field of REPEATED) {
    const value = request.get(field);
    if (value !== undefined) converted.set(field, value);
  }
  const kind = classOf(toMessage1987(request).mti);
  converted.set(39, toActionCode1993(response.get(39) ?? '', kind, codes));
  const year = inferYear(response.get(15) ?? '', now);
  if (year !== undefined) converted.set(15, year.slice(2));
  const approvalCode = response.get(38);
  if (approvalCode !== undefined) converted.set(38, approvalCode);
  const reason = response.get(44);
  if (reason !== undefined) converted.set(44, reason.replace(/^FORMAT (\d+)$/, formatReason));
  return converted;
}

function formatReason(_text: string, field: string): string {
  return `FORMAT ${FIELDS_1993[field] ?? field}`;
}
