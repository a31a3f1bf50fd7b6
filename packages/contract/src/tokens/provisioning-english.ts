import type { ProvisioningLanguage } from './provisioning-language.ts';

export const PROVISIONING_IN_ENGLISH: ProvisioningLanguage = {
  outcome: {
    APPROVED: (requestor) => `${requestor} gets a token of this card, which is active at once.`,
    APPROVED_WITH_CODE: (requestor) => `${requestor} gets a token of this card after the cardholder enters a code.`,
    DECLINED: (requestor) => `${requestor} gets no token.`,
  },
  reason: {
    CARD_NOT_ELIGIBLE: () => 'The program of the card’s product allows no tokens.',
    CARD_STATUS: (saw) => `The card is ${saw('status')}. Only an ACTIVE card gets tokens.`,
    EXPIRED: () => 'The card has expired.',
    RESTRICTED: () => 'A restriction on this card refuses tokens of this kind.',
    TOO_MANY_TOKENS: (saw, rule) =>
      rule.includes('DEVICE')
        ? `${saw('other_cards')} other cards have tokens on this device. The limit is ${saw('most')} cards.`
        : `The card has ${saw('tokens')} tokens. The limit is ${saw('most')}.`,
    TOO_MANY_ATTEMPTS: (saw) =>
      `${saw('declines_24h')} requests for this card were declined in the last 24 hours. The limit is ${saw('most')}.`,
    RULE: (_saw, rule) => `The request meets the condition of the bank’s rule ${rule}.`,
    PARTNER: (_saw, rule) =>
      rule.includes('STAND_IN')
        ? 'The bank’s own system gave no valid answer, and the stand-in declines.'
        : 'The bank’s own system declined the request.',
    UNKNOWN_CARD: () => 'No card of the bank has this number or EXID.',
  },
  limit: (limit, max, before) =>
    `The bank’s limit ${limit} allows ${max} requests for tokens in its period. It has counted ${before}.`,
  codeByScores: (account, device) => `A code is required because of the scores: account ${account}, device ${device}.`,
  unknownScore: 'unknown',
  codeByRule: (rule) => `The bank’s rule ${rule} requires a code.`,
  approvedByRule: (rule) => `The bank’s rule ${rule} approves the request.`,
  codeByPartner: 'The bank’s own system requires a code.',
  codeByStandIn: 'The bank’s own system gave no valid answer, and the stand-in requires a code.',
  partner: {
    APPROVE: (ms) => `The bank’s own system approved the request after ${ms} ms.`,
    REQUIRE_CODE: (ms) => `The bank’s own system required a code after ${ms} ms.`,
    DECLINE: (ms) => `The bank’s own system declined the request after ${ms} ms.`,
    WOULD_BE_ASKED: () => 'The gateway would call the bank’s own system.',
  },
  noAnswer: (ms, why) => `The bank’s own system gave no valid answer within ${ms} ms: ${why}.`,
  partnerReason: (reason) => `Its reason: ${reason}.`,
  passed: (rules) => `Rules that passed: ${rules}.`,
};
