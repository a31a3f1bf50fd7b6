import {
  EXTERNAL_CARD_ID,
  type JsonObject,
  keepListed,
  ReceivedNotification,
  replaceTexts,
  TokenNotification,
  type Warning,
  writeJson,
} from '@cardwright/contract';
import { maskCardNumbers, maskValidCardNumbers } from '../kernel/masked-text.ts';

const USUAL_NUMBER_LENGTH = 16;

/** What is kept of a notification: as it came, but for card numbers, which nothing here needs in full. */
export function withoutCardNumbers(
  notification: TokenNotification,
  hide: (text: string) => string,
): { kept: TokenNotification; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const hideIn = (text: string, path: string) => {
    const hidden = hide(text);
    if (hidden !== text) warnings.push({ path: path.slice(1), rule: 'card-number-masked' });
    return hidden;
  };
  const masked = replaceTexts(TokenNotification, notification as unknown as JsonObject, hideIn, '');
  const kept = masked as unknown as TokenNotification;
  const { details } = kept;
  const named = details?.card?.id;
  if (named?.value === undefined) return { kept, warnings };
  const id = { ...named, value: withoutNumber(named.type, named.value, hide) };
  return { kept: { ...kept, details: { ...details, card: { ...details?.card, id } } }, warnings };
}

/** An external id is as long as a card number may be, and one in ten has its check digit: of long ones only ours are masked. */
function withoutNumber(type: string | undefined, value: string, hide: (text: string) => string): string {
  if (type !== EXTERNAL_CARD_ID) return maskCardNumbers(value);
  return value.length > USUAL_NUMBER_LENGTH ? hide(value) : maskValidCardNumbers(value);
}

/** More than any table's fields together; a page of the list opens hundreds of them. */
const LONGEST_KEPT_BYTES = 65_536;

/** The text that is kept: with members that no table names, unless these make it too long to be listed. */
export function writeKept(notification: TokenNotification): string {
  const whole = writeJson(notification as unknown as JsonObject);
  if (Buffer.byteLength(whole) <= LONGEST_KEPT_BYTES) return whole;
  return writeJson(keepListed(TokenNotification, notification as unknown as JsonObject));
}

export interface Reception {
  readonly receivedAt: Date;
  readonly answerId: string;
  readonly authenticatedBy: 'BEARER' | 'SIGNATURE';
}

/**
 * A notification as it is listed: no member that the list does not name, so no activation code; and where there is one,
 * not the text either, which told it to the cardholder.
 */
export function showNotification(notification: TokenNotification, reception: Reception): ReceivedNotification {
  const { details, ...rest } = notification;
  const holdsCode = details?.token?.activationCode !== undefined;
  const shown = {
    ...rest,
    received_at: reception.receivedAt.toISOString(),
    answer_id: reception.answerId,
    authenticated_by: reception.authenticatedBy,
    ...(details !== undefined && { details: holdsCode ? withoutText(details) : details }),
  };
  return keepListed(ReceivedNotification, shown as unknown as JsonObject) as unknown as ReceivedNotification;
}

function withoutText<Details extends { textMessage?: string }>({ textMessage: _, ...others }: Details) {
  return others;
}
