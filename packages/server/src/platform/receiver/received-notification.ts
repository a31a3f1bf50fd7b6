import {
  EXTERNAL_CARD_ID,
  type JsonObject,
  pickSchemaMembers,
  ReceivedNotification,
  replaceTexts,
  TokenNotification,
  type Warning,
  writeJson,
} from '@cardwright/contract';
import { maskCardNumbers, maskValidCardNumbers } from '../kernel/text/masked-text.ts';
import { mayHoldCode } from './received-activation.ts';

const USUAL_NUMBER_LENGTH = 16;

/** The notification to store: unchanged, but with card numbers masked, because the receiver needs none in full. */
export function withoutCardNumbers(
  notification: TokenNotification,
  mask: (text: string) => string,
): { storable: TokenNotification; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const maskIn = (text: string, path: string) => {
    const masked = mask(text);
    if (masked !== text) warnings.push({ path: path.slice(1), rule: 'card-number-masked' });
    return masked;
  };
  const masked = replaceTexts(TokenNotification, notification as unknown as JsonObject, maskIn, '');
  const storable = masked as unknown as TokenNotification;
  const { details } = storable;
  const cardId = details?.card?.id;
  if (cardId?.value === undefined) return { storable, warnings };
  const id = { ...cardId, value: withoutNumber(cardId.type, cardId.value, mask) };
  return { storable: { ...storable, details: { ...details, card: { ...details?.card, id } } }, warnings };
}

/**
 * Masks a card number in an id. An external id can be as long as a card number, and one in ten passes the Luhn check by
 * chance. So in long ids, only numbers of this server's banks are masked.
 */
function withoutNumber(type: string | undefined, value: string, mask: (text: string) => string): string {
  if (type !== EXTERNAL_CARD_ID) return maskCardNumbers(value);
  return value.length > USUAL_NUMBER_LENGTH ? mask(value) : maskValidCardNumbers(value);
}

/** More than all defined fields together. Limited, because a page of the list decrypts hundreds of them. */
const LONGEST_STORED_BYTES = 65_536;

/** The JSON to store. It keeps members that the interface does not define, unless they make it too long. */
export function encodeStoredNotification(notification: TokenNotification): string {
  const whole = writeJson(notification as unknown as JsonObject);
  if (Buffer.byteLength(whole) <= LONGEST_STORED_BYTES) return whole;
  return writeJson(pickSchemaMembers(TokenNotification, notification as unknown as JsonObject));
}

export interface Reception {
  readonly receivedAt: Date;
  readonly answerId: string;
  readonly authenticatedBy: 'BEARER' | 'SIGNATURE';
}

/**
 * Returns a notification for the list with its defined members only, so never the activation code, which
 * received_activations still has for earlier notifications. A notification that may contain a code is also returned
 * without its text, which contains the code.
 */
export function toNotificationResponse(notification: TokenNotification, reception: Reception): ReceivedNotification {
  const { details, ...rest } = notification;
  const masked = {
    ...rest,
    received_at: reception.receivedAt.toISOString(),
    answer_id: reception.answerId,
    authenticated_by: reception.authenticatedBy,
    ...(details !== undefined && { details: mayHoldCode(notification) ? withoutText(details) : details }),
  };
  return pickSchemaMembers(ReceivedNotification, masked as unknown as JsonObject) as unknown as ReceivedNotification;
}

function withoutText<Details extends { textMessage?: string }>({ textMessage: _, ...others }: Details) {
  return others;
}
