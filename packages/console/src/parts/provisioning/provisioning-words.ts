import type {
  ActivationMethod,
  PAN_SOURCES,
  ProvisioningListItem,
  ProvisioningOutcome,
  ProvisioningReason,
  TokenType,
} from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const OUTCOME_WORDS: Readonly<Record<ProvisioningOutcome, WordKey>> = {
  APPROVED: 'status.approved',
  APPROVED_WITH_CODE: 'status.approvedWithCode',
  DECLINED: 'status.declined',
};

export const REASON_WORDS: Readonly<Record<ProvisioningReason, WordKey>> = {
  CARD_NOT_ELIGIBLE: 'tokenReason.notEligible',
  CARD_STATUS: 'tokenReason.cardStatus',
  EXPIRED: 'tokenReason.expired',
  RESTRICTED: 'tokenReason.restricted',
  TOO_MANY_TOKENS: 'tokenReason.tooManyTokens',
  TOO_MANY_ATTEMPTS: 'tokenReason.tooManyAttempts',
  RULE: 'tokenReason.rule',
  PARTNER: 'tokenReason.partner',
  UNKNOWN_CARD: 'tokenReason.unknownCard',
};

export const TOKEN_TYPE_WORDS: Readonly<Record<TokenType, WordKey>> = {
  DEVICE: 'tokenType.device',
  CLOUD: 'tokenType.cloud',
  CARD_ON_FILE: 'tokenType.cardOnFile',
};

export const PAN_SOURCE_WORDS: Readonly<Record<(typeof PAN_SOURCES)[number], WordKey>> = {
  ON_FILE: 'panSource.onFile',
  MANUAL: 'panSource.manual',
  APP: 'panSource.app',
};

export const METHOD_WORDS: Readonly<Record<ActivationMethod, WordKey>> = {
  SMS: 'activation.sms',
  EMAIL: 'activation.email',
  CALL: 'activation.call',
  APP: 'activation.app',
};

/** The usual types of devices, and the types that a token has instead of a device. */
const DEVICE_WORDS: Readonly<Record<string, WordKey>> = {
  PHONE: 'device.phone',
  TABLET: 'device.tablet',
  WATCH: 'device.watch',
  DEVICE: 'tokenType.device',
  CLOUD: 'tokenType.cloud',
  ON_FILE: 'tokenType.cardOnFile',
};

/** Names a type of device. Another type is shown as it was sent. */
export function describeDevice(type: string, t: (key: WordKey) => string): string {
  const word = DEVICE_WORDS[type];
  return word === undefined ? type : t(word);
}

/** The fixed rules that decide without a reason. */
const GROUND_WORDS: Readonly<Record<string, WordKey>> = {
  SCORES: 'tokenReason.scores',
  PARTNER_DECISION: 'tokenReason.partner',
  PARTNER_STAND_IN: 'tokenReason.standIn',
};

/** Why a request was declined or needs a code. A rule of the bank is shown by its name. Empty if nothing objected. */
export function describeGround(
  { reason, rule }: Pick<ProvisioningListItem, 'reason' | 'rule'>,
  t: (key: WordKey) => string,
): string {
  if (reason === 'RULE') return `${t(REASON_WORDS.RULE)} \u2068${rule}\u2069`;
  if (reason !== null) return t(REASON_WORDS[reason]);
  if (rule === 'APPROVED') return '';
  const ground = GROUND_WORDS[rule];
  return ground === undefined ? `${t(REASON_WORDS.RULE)} \u2068${rule}\u2069` : t(ground);
}
