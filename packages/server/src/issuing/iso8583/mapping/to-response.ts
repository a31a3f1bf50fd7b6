import { Message, responseType } from '@cardwright/iso8583';

/**
 * The fields that a response repeats byte for byte. Networks match a response to its request by 7, 11, 12, 13, 32, 37, 41,
 * 42 and 49.
 */
const REPEATED = [2, 3, 4, 6, 7, 11, 12, 13, 16, 17, 22, 23, 25, 32, 33, 37, 41, 42, 49, 51, 70, 90, 95];

/** The fields of a response besides those that it repeats. */
export interface ResponseFields {
  /** DE39. */
  readonly responseCode: string;
  /** DE38. */
  readonly approvalCode?: string | undefined;
  /** DE15, MMDD. */
  readonly settlementDate?: string | undefined;
  /** DE44, at most 25 characters. */
  readonly reason?: string | undefined;
}

/**
 * The response to a request, an advice or a network management message. It depends on these values only, so a repeated
 * message gets the same bytes. Returns undefined for a message type that has no response. Pure.
 */
export function toResponse(request: Message, fields: ResponseFields): Message | undefined {
  const mti = responseType(request.mti);
  if (mti === undefined) return undefined;
  const response = new Message(mti);
  for (const field of REPEATED) {
    const value = request.get(field);
    if (value !== undefined) response.set(field, value);
  }
  const { responseCode, approvalCode = '', settlementDate, reason } = fields;
  response.set(39, responseCode);
  if (settlementDate !== undefined) response.set(15, settlementDate);
  if (approvalCode.trim() !== '') response.set(38, approvalCode);
  if (reason !== undefined) response.set(44, reason.slice(0, 25));
  return response;
}
