import type { WindowLimit } from '../decline-reasons.ts';
import type { Figures } from '../figures.ts';
import type { Language, OutcomeFacts } from '../language.ts';
import type { Standing } from '../standing.ts';
import { SWITCHED_NOUNS } from './nouns.ts';
import { OWN_LIMIT_IN_ENGLISH } from './own-limits.ts';
import { OWN_RULE_IN_ENGLISH } from './own-rules.ts';
import { partnerInEnglish } from './partner.ts';
import { ENGLISH_REASONS } from './reasons.ts';
import { remedyInEnglish } from './remedies.ts';
import { sawInEnglish, usageInEnglish } from './saw.ts';

const LIMITS: Readonly<Record<WindowLimit, string>> = {
  DAILY_LIMIT: 'the daily limit',
  MONTHLY_LIMIT: 'the monthly limit',
  LIMIT1: "the first of the bank's own limits",
  LIMIT2: "the second of the bank's own limits",
  LIMIT3: "the third of the bank's own limits",
};

const EVENTS: Readonly<Record<string, string>> = {
  REVERSAL: 'was released by a reversal',
  COMPLETION: 'was debited by a completion',
  EXPIRY: 'was released when the reservation expired,',
  DUPLICATE_REFUSED: 'was requested again with the same reference, and declined as a duplicate,',
};

export const ENGLISH: Language = {
  outcome,
  reasons: ENGLISH_REASONS,
  unknownReason: 'The reason is one that this version does not know.',
  ownRule: OWN_RULE_IN_ENGLISH,
  usage: usageInEnglish,
  saw: sawInEnglish,
  ownLimit: OWN_LIMIT_IN_ENGLISH,
  partner: partnerInEnglish,
  standing,
  remedy: remedyInEnglish,
  otherwise(remedies, isEnough, isPreview) {
    if (isEnough) return `It would ${isPreview ? 'be' : 'have been'} approved with ${remedies}.`;
    return `To be approved, it would ${isPreview ? 'need' : 'have needed'} ${remedies}.`;
  },
  checks(passed, left, figures) {
    const before = figures.plural(passed, {
      one: 'One check before it was passed',
      other: '# checks before it were passed',
    });
    const after = figures.plural(left, { one: 'one after it was not made', other: '# after it were not made' });
    if (passed === 0) return left === 0 ? undefined : `It was the first check; ${after}.`;
    return left === 0 ? `${before}.` : `${before}, and ${after}.`;
  },
  allPassed: (checks, figures) =>
    figures.plural(checks, { one: 'It passed the one check that was made.', other: 'It passed all # checks.' }),
  approved: {
    available: (amount) => `After it, ${amount} was available.`,
    fundsElsewhere: () => 'Its funds were not checked here: the bank holds them in another system.',
    left: (limit, of, left) => `Of the ${of} of ${LIMITS[limit]}, ${left} was left.`,
    exception: (reason) =>
      `The bank allowed this one payment as an exception.${reason === undefined ? '' : ` Without it, this would have declined the payment: ${reason}`}`,
    usedUp: (switches, figures) =>
      `It was the one payment for which ${figures.and(switches.map((name) => SWITCHED_NOUNS[name]))} had been switched on.`,
  },
  event(kind, amount, at, figures) {
    const what = EVENTS[kind];
    return what === undefined ? undefined : `${amount} ${what} on ${when(at, figures)}.`;
  },
  reserved: (amount) => `${amount} is still reserved.`,
};

function outcome(facts: OutcomeFacts, figures: Figures): string {
  const { isApproved, isPreview, isCash, amount, place, country, cardEnd, decidedAt } = facts;
  const parts = [
    isCash ? 'The cash withdrawal' : 'The payment',
    ...(amount === undefined ? [] : [`of ${amount}`]),
    ...(place === undefined ? [] : [`at ${place}`]),
    ...(country === undefined ? [] : [place === undefined ? `in ${country}` : `(${country})`]),
    ...(cardEnd === undefined ? [] : [`with the card ending in ${cardEnd}`]),
    isPreview ? 'would be' : 'was',
    isApproved ? 'approved' : 'declined',
    ...(isPreview ? [] : [`on ${when(decidedAt, figures)} (${figures.zone})`]),
  ];
  return `${parts.join(' ')}.`;
}

function standing({ at, by, how, until }: Standing, figures: Figures): string {
  const who = by === null ? '' : `by ${figures.name(by)} `;
  if (how === 'timed-out') {
    return `It had been switched on ${who}on ${when(at, figures)}, until ${until === null ? 'then' : when(until, figures)}.`;
  }
  if (how === 'used-up') {
    return `It had been switched on ${who}on ${when(at, figures)} for one payment, and that payment was made.`;
  }
  const ends = until === null ? '' : `, and it ends on ${when(until, figures)}`;
  return `This was set ${who}on ${when(at, figures)}${ends}.`;
}

function when(iso: string, figures: Figures): string {
  const { day, clock } = figures.time(iso);
  return `${day} at ${clock}`;
}
