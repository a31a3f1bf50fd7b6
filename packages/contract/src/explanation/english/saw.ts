import type { DeclineReason } from '../decline-reasons.ts';
import type { SawFacts } from '../explainable-decision.ts';
import type { Figures } from '../figures.ts';
import { sawCount, sawMinor, sawText, type Usage } from '../saw.ts';
import { whenPresent } from '../when-present.ts';
import { articleOf, USED_HOW } from './nouns.ts';

export function usageInEnglish({ entry, isCash, country, isForeign }: Usage, figures: Figures): string {
  const usage = `It was a ${isCash ? 'cash withdrawal' : 'purchase'} ${USED_HOW[entry]}`;
  const abroad = isForeign ? ', which is abroad for the bank' : '';
  if (country !== undefined) return `${usage}, in ${articleOf(country)}${figures.country(country)}${abroad}.`;
  return `${usage}; the message does not state the country${isForeign ? ', so it counts as abroad' : ''}.`;
}

/** Describes in figures the facts that the rule evaluated. */
export function sawInEnglish(
  reason: DeclineReason,
  saw: SawFacts,
  { figures, group }: { figures: Figures; group: string | null },
): string | undefined {
  switch (reason) {
    case 'FORMAT':
      return whenPresent([sawCount(saw, 'findings')], ([count]) =>
        figures.plural(count, { one: 'One fault was found in it.', other: '# faults were found in it.' }),
      );
    case 'CARD_AMBIGUOUS':
      return whenPresent([sawCount(saw, 'matches')], ([count]) => `It matches ${figures.number(count)} cards.`);
    case 'REVERSED_BEFORE':
      return whenPresent([sawText(saw, 'reversed_at')], ([at]) => {
        const { day, clock } = figures.time(at);
        return `Its reversal arrived on ${day} at ${clock}.`;
      });
    case 'CARD_EXPIRED':
      return whenPresent(
        [sawText(saw, 'card_expiry'), sawText(saw, 'local_date')],
        ([expiry, day]) =>
          `It could be used until the end of ${figures.month(expiry)}; the day was ${figures.day(day)}.`,
      );
    case 'EXPIRY_MISMATCH':
      return whenPresent(
        [sawText(saw, 'message_expiry'), sawText(saw, 'card_expiry')],
        ([sent, own]) => `The message says ${figures.month(sent)}, the card ${figures.month(own)}.`,
      );
    case 'SEQUENCE_MISMATCH':
      return whenPresent(
        [sawText(saw, 'message_sequence'), sawText(saw, 'card_sequence')],
        ([sent, own]) => `The message says ${figures.name(sent)}, the card ${figures.name(own)}.`,
      );
    case 'TOKEN':
      return whenPresent([sawText(saw, 'state')], ([state]) => `It is ${figures.name(state)}.`);
    case 'CURRENCY_MISMATCH':
      return whenPresent(
        [sawText(saw, 'account_currency'), sawText(saw, 'billing_currency')],
        ([own, sent]) =>
          `The account is in ${figures.currency(own)}, the billing currency is ${figures.currency(sent)}.`,
      );
    case 'AMOUNT_ZERO':
      return whenPresent([sawMinor(saw, 'billing_minor')], ([billed]) =>
        billed > 0n
          ? 'It is zero in the currency of the merchant.'
          : `The account would be charged ${figures.amount(billed)}.`,
      );
    case 'MERCHANT_GROUP_OFF':
      return whenPresent(
        [sawText(saw, 'merchant_category')],
        ([category]) =>
          `The merchant is of category ${figures.name(category)}${group === null ? '' : `; the group is ${figures.name(group)}`}.`,
      );
    case 'CP_FOREIGN_OFF': {
      const country = sawText(saw, 'country');
      const where =
        country === undefined
          ? '; the message does not state the country'
          : ` in ${articleOf(country)}${figures.country(country)}`;
      return `The card itself was used${where}.`;
    }
    default:
      return tokenInEnglish(reason, saw, figures) ?? moneyInEnglish(saw, figures);
  }
}

/** The controls of a token. */
function tokenInEnglish(reason: DeclineReason, saw: SawFacts, figures: Figures): string | undefined {
  switch (reason) {
    case 'TOKEN_EXPIRED':
      return whenPresent([sawText(saw, 'valid_until')], ([until]) => {
        const { day, clock } = figures.time(until);
        return `It was valid until ${day} at ${clock}.`;
      });
    case 'TOKEN_MERCHANT':
      return whenPresent([sawText(saw, 'merchant_id')], ([merchant]) => `The merchant is ${figures.name(merchant)}.`);
    case 'TOKEN_CATEGORY':
      return whenPresent(
        [sawText(saw, 'merchant_category')],
        ([mcc]) => `The merchant is of category ${figures.name(mcc)}.`,
      );
    case 'TOKEN_COUNTRY': {
      const country = sawText(saw, 'country');
      if (country === undefined) return 'The message does not state the country of the merchant.';
      return `The merchant is in ${articleOf(country)}${figures.country(country)}.`;
    }
    default:
      return undefined;
  }
}

/** Limits and funds. The facts identify the rule, because no two of these rules see the same facts. */
function moneyInEnglish(saw: SawFacts, figures: Figures): string | undefined {
  const { amount } = figures;
  const [limit, before, after] = [
    sawMinor(saw, 'limit'),
    sawMinor(saw, 'counter_before'),
    sawMinor(saw, 'counter_after'),
  ];
  if (limit !== undefined && before !== undefined && after !== undefined) {
    return `The limit is ${amount(limit)}; ${amount(before)} had been spent, and with this payment it would have been ${amount(after)}.`;
  }
  const requested = sawMinor(saw, 'amount');
  const limits = [limit, sawMinor(saw, 'cash_limit')].filter((each) => each !== undefined);
  if (requested !== undefined && limits.length > 0) {
    const amounts = figures.and(limits.map((each) => amount(each)));
    return `The amount was ${amount(requested)}, the ${limits.length > 1 ? 'applicable limits are' : 'limit is'} ${amounts}.`;
  }
  const [available, rest] = [sawMinor(saw, 'available_before'), sawMinor(saw, 'available_after')];
  if (available === undefined || rest === undefined) return undefined;
  return `It had ${amount(available)} available, and ${amount(available - rest)} was requested.`;
}
