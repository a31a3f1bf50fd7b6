/** The number of sequences of a season. */
const SEQUENCES = 300;

/**
 * The minimum number of each event in a thousand sequences. The list is written by hand, so that the test fails if it
 * approves everything or never stops the clock at midnight. The numbers are at most half of those of a usual season.
 */
const LEAST: Readonly<Record<string, number>> = {
  sequence: 1_000,

  // Every reason of an answer to a message, in the order of the rules.
  APPROVED: 700,
  DUPLICATE: 40,
  CARD_BLOCKED: 30,
  CARD_EXPIRED: 15,
  EXPIRY_MISMATCH: 4,
  SEQUENCE_MISMATCH: 4,
  CURRENCY_MISMATCH: 4,
  AMOUNT_ZERO: 12,
  RESTRICTED_MOTO: 6,
  RESTRICTED_ECOM: 6,
  RESTRICTED_SWIPE: 6,
  RESTRICTED_CONTACTLESS: 8,
  RESTRICTED_NFC: 5,
  RESTRICTED_ATM: 4,
  RESTRICTED_PURCHASE: 15,
  RESTRICTED_ANY: 12,
  RESTRICTED_INTERNATIONAL: 8,
  RESTRICTED_COUNTRY: 20,
  MASTER_OFF: 40,
  CP_OFF: 80,
  CNP_OFF: 20,
  ECOM_OFF: 9,
  MOTO_OFF: 10,
  RECURRING_OFF: 9,
  FALLBACK_OFF: 7,
  CASH_OFF: 8,
  PURCHASE_OFF: 18,
  FUNCTION1_OFF: 9,
  FUNCTION2_OFF: 5,
  FUNCTION3_OFF: 4,
  MERCHANT_GROUP_OFF: 15,
  CP_FOREIGN_OFF: 50,
  CP_TRANSACTION_LIMIT: 10,
  CNP_TRANSACTION_LIMIT: 15,
  CASH_TRANSACTION_LIMIT: 5,
  DAILY_LIMIT: 30,
  MONTHLY_LIMIT: 30,
  LIMIT1: 12,
  LIMIT2: 12,
  LIMIT3: 12,
  INSUFFICIENT_FUNDS: 20,
  OWN_AMOUNT: 4,
  OWN_COUNT: 4,
  CARD_AMOUNT: 4,
  CARD_COUNT: 4,
  CARD_TRIES: 5,
  OWN_SHOPS: 4,
  CARD_SHOP: 4,

  // How messages arrive.
  'entry ECOM': 250,
  'entry MOTO': 120,
  'entry RECURRING': 120,
  'entry KEYED': 120,
  'entry UNKNOWN': 150,
  'entry CHIP': 250,
  'entry SWIPE': 200,
  'entry CONTACTLESS': 300,
  'entry FALLBACK': 150,
  abroad: 500,
  'card present abroad': 600,
  'small amount with cards off': 80,
  'two switches on for one': 12,
  'listed country': 20,
  'country that is not listed': 40,
  'list without its flag': 4,
  'list that its flag disables': 5,
  'repeated message': 40,
  'abroad, because no country is named': 1,
  'at home by its currency': 1,
  'list that was lifted': 1,
  'repeated instant that is over': 3,
  'exception from what is closed abroad': 1,

  // The boundaries of periods.
  'last millisecond of a switch': 7,
  'a switch at its instant': 7,
  'first millisecond after a switch': 7,
  'last millisecond of a restriction': 3,
  'a restriction at its midnight': 4,
  'before the foreign window': 5,
  'foreign window at its start': 3,
  'foreign window at its end': 3,
  'last millisecond of a counter': 20,
  'a counter at its end': 50,
  'a day that has not 24 hours': 50,

  // Bank-wide changes, and queries of the history.
  list: 20,
  program: 20,
  'limits that accounts share': 60,
  'rule draft': 10,
  'rule shadow': 4,
  moment: 1_500,

  // Tokens.
  'token APPROVED': 60,
  'token APPROVED_WITH_CODE': 60,
  'token CARD_STATUS': 2,
  'token TOO_MANY_TOKENS': 20,
  'token TOO_MANY_ATTEMPTS': 10,
  'token TOKENS_OF_CARD': 10,
  'token ATTEMPTS': 5,
  'token OWN_TOKENS': 10,
  'token CARD_TOKENS': 10,
  'controls of a token': 20,
  TOKEN: 4,
  TOKEN_AMOUNT: 4,
  TOKEN_MERCHANT: 4,

  // Other changes.
  update: 700,
  'update refused': 100,
  restriction: 130,
  'restriction refused': 20,
  'reversal in open windows': 20,
  'reversal after a window': 20,
  completion: 12,
  'completion that gives back to counters': 1,
  'completion that adds to counters': 1,
  'completion after a window': 1,
  'expired reservation': 200,
};

/** The minimum numbers if one of the two banks has a partner decision system. */
const LEAST_OF_PARTNER: Readonly<Record<string, number>> = {
  PARTNER_DECLINED: 30,
  PARTNER_STAND_IN: 10,
  'partner APPROVE': 150,
  'partner DECLINE': 30,
  'partner STAND_IN': 60,
};

/** The events that were too rare for a meaningful season. */
export function tooRare(counts: ReadonlyMap<string, number>, hasPartner: boolean): string[] {
  return Object.entries({ ...LEAST, ...(hasPartner && LEAST_OF_PARTNER) })
    .map(([what, ofThousand]) => [what, Math.floor((ofThousand * SEQUENCES) / 1_000)] as const)
    .filter(([what, least]) => (counts.get(what) ?? 0) < least)
    .map(([what, least]) => `${what}, ${counts.get(what) ?? 0} times of ${least}`);
}
