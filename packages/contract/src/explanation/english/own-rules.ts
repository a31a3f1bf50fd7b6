import { traceAmount, traceCount, traceEntryMode, traceFlag } from '../condition-trace.ts';
import type { Language } from '../language.ts';
import { articleOf, USED_HOW } from './nouns.ts';

const DAYS = { one: 'one day', other: '# days' };

export const OWN_RULE_IN_ENGLISH: Language['ownRule'] = {
  reason: (name, version) =>
    `One of the bank's own rules declines such messages: ${name}${version === undefined ? '' : `, version ${version}`}.`,
  conditionTrace(at, figures) {
    const { field, limit = '', value } = at;
    const name = figures.name(value);
    switch (field) {
      case 'amount':
        return traceAmount(at, (minor) => `the amount was ${figures.amount(minor)}`);
      case 'currency':
        return `the currency of the payment was ${figures.currency(value)}`;
      case 'mcc':
        return `the category of the merchant was ${name}`;
      case 'merchantId':
        return `the merchant was ${name}`;
      case 'terminalId':
        return `the terminal was ${name}`;
      case 'acquirer':
        return `the acquirer was ${name}`;
      case 'country':
        return value === ''
          ? 'the message did not include the country of the merchant'
          : `the merchant was in ${articleOf(value)}${figures.country(value)}`;
      case 'isForeign':
        return traceFlag(at, 'it came from abroad', 'it did not come from abroad');
      case 'channel':
        return traceEntryMode(at, (entry) => `the card was used ${USED_HOW[entry]}`);
      case 'localHour':
        return traceCount(at, (hour) => `the hour at the bank was ${figures.number(hour)}`);
      case 'localWeekday':
        return traceCount(at, (day) => `the day at the bank was ${figures.weekday(day)}`);
      case 'cardAgeDays':
        return traceCount(
          at,
          (days) => `the card was ${days === 0 ? 'less than a day' : figures.plural(days, DAYS)} old`,
        );
      case 'product':
        return `the product of the card was ${name}`;
      case 'cardRole':
        return value === 'P' ? 'the card was the primary one' : 'the card was a supplementary one';
      case 'firstAtMerchant':
        return traceFlag(
          at,
          'it was the first payment of the card at the merchant',
          'the card had paid at the merchant before',
        );
      case 'limitSum':
        return traceAmount(
          at,
          (minor) => `${figures.amount(minor)} had been used of the limit ${figures.name(limit)} before`,
        );
      case 'limitCount':
        return traceCount(
          at,
          (count) => `the limit ${figures.name(limit)} had counted ${figures.number(count)} before`,
        );
    }
  },
  saw: (entries) => `It evaluated: ${entries}.`,
  since(by, at, figures) {
    const { day, clock } = figures.time(at);
    return `It was put in force by ${figures.name(by)} on ${day} at ${clock}.`;
  },
  otherwise: (isPreview) =>
    `To be approved, it would ${isPreview ? 'have to be' : 'have had to be'} one to which this rule does not apply.`,
};
