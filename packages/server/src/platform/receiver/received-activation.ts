import {
  ACTIVATION_CODE_MINUTES,
  type JsonObject,
  type NotificationType,
  pickSchemaMembers,
  TokenNotification,
} from '@cardwright/contract';
import { readUtc } from '../kernel/time/read-utc.ts';

/** The message of a notification to a cardholder: the activation code, and the text that contains it. */
export interface ReceivedCode {
  readonly activation_code?: string;
  readonly text_message?: string;
}

/** Whether the text may contain an activation code. The text of an AC does, even if the field of the code is absent. */
export function mayHoldCode({ type, details }: TokenNotification): boolean {
  return type === ('AC' satisfies NotificationType) || details?.token?.activationCode !== undefined;
}

/**
 * Separates the activation code and its text from the rest, which is stored for long. Members that the interface does
 * not define are removed from the rest, because they may repeat the code.
 *
 * @example splitActivation(notification).code // { activation_code: '482913', text_message: '482913 is your code' }
 */
export function splitActivation(notification: TokenNotification): { rest: TokenNotification; code?: ReceivedCode } {
  if (!mayHoldCode(notification)) return { rest: notification };
  const declared = pickSchemaMembers(
    TokenNotification,
    notification as unknown as JsonObject,
  ) as unknown as TokenNotification;
  const { details } = declared;
  if (details === undefined) return { rest: declared };
  const { textMessage, token, ...others } = details;
  const { activationCode, ...publicToken } = token ?? {};
  const rest = { ...declared, details: { ...others, ...(token !== undefined && { token: publicToken }) } };
  if (activationCode === undefined && textMessage === undefined) return { rest };
  const code = {
    ...(activationCode !== undefined && { activation_code: activationCode }),
    ...(textMessage !== undefined && { text_message: textMessage }),
  };
  return { rest, code };
}

/** The time until which the code can be read. A sender whose clock is ahead cannot extend it. */
export function activationExpiry(timestamp: string, now: Date): Date {
  const sentMs = Math.min(readUtc(timestamp)?.getTime() ?? now.getTime(), now.getTime());
  return new Date(sentMs + ACTIVATION_CODE_MINUTES * 60_000);
}
