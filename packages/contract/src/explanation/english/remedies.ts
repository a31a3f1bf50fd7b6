import type { Figures } from '../figures.ts';
import type { Remedy } from '../remedies.ts';
import { articleOf, RESTRICTED_NOUNS, SWITCHED_NOUNS } from './nouns.ts';
import { limitValueInEnglish } from './own-limits.ts';

export function remedyInEnglish(remedy: Remedy, figures: Figures): string {
  switch (remedy.kind) {
    case 'right-form':
      return 'the required format';
    case 'known-card':
      return 'the number of a card that exists';
    case 'whole-number':
      return 'the whole card number';
    case 'own-reference':
      return 'its own reference, or the amount and currency of the first message';
    case 'no-reversal':
      return 'a payment that was not reversed, with its own reference';
    case 'own-token':
      return 'a token of this card, or no token';
    case 'active-token':
      return 'an active token';
    case 'valid-token':
      return 'a token that is still valid';
    case 'token-merchant':
      return `a token that is allowed at ${remedy.value === undefined ? 'the merchant' : figures.name(remedy.value)}`;
    case 'token-category':
      return `a token that is allowed at ${remedy.value === undefined ? 'such merchants' : `merchants of category ${figures.name(remedy.value)}`}`;
    case 'token-country':
      return `a token that is allowed in ${remedy.value === undefined ? 'any country' : `${articleOf(remedy.value)}${figures.country(remedy.value)}`}`;
    case 'some-amount':
      return 'an amount above zero in both currencies';
    case 'unblocked':
      return 'the card unblocked';
    case 'active-card':
      return 'an active card';
    case 'valid-card':
      return 'a card that has not expired';
    case 'expiry':
      return `the expiry ${figures.month(remedy.month)}`;
    case 'sequence':
      return `the sequence number ${figures.name(remedy.number)}`;
    case 'currency':
      return `an amount in ${figures.currency(remedy.number)}`;
    case 'without-restrictions':
      return `no restriction on ${figures.and(remedy.types.map((type) => RESTRICTED_NOUNS[type]))}`;
    case 'listed-country':
      return `a list of countries that allows ${articleOf(remedy.country)}${figures.country(remedy.country)}`;
    case 'switched-on':
      return `${figures.and(remedy.switches.map((name) => SWITCHED_NOUNS[name]))} switched on`;
    case 'allowed-merchants':
      return `a group that allows merchants of category ${figures.name(remedy.category)}`;
    case 'use-abroad':
      return `use ${remedy.country === undefined ? 'abroad' : `in ${articleOf(remedy.country)}${figures.country(remedy.country)}`} allowed`;
    case 'at-most':
      return `an amount of at most ${figures.amount(remedy.minor)}`;
    case 'limit':
      return `a limit of at least ${figures.amount(remedy.minor)}`;
    case 'own-limit':
      return `a limit of at least ${limitValueInEnglish(remedy.measure, remedy.value, figures)}`;
    case 'more-available':
      return `${figures.amount(remedy.minor)} more available`;
    case 'window-over': {
      const { day, clock } = figures.time(remedy.at);
      return `a time from ${day} at ${clock} on, when the count begins again`;
    }
  }
}
