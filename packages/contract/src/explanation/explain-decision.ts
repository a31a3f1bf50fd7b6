import { countryCode, countryLetters } from '../authorization/country-letters.ts';
import { ARABIC } from './arabic/arabic.ts';
import {
  DECISION_RULES,
  type DeclineReason,
  isDeclineReason,
  LIMITS_OVER_WINDOWS,
  OWN_RULES,
  RULES_WHERE_SET,
  type WindowLimit,
} from './decline-reasons.ts';
import { ENGLISH } from './english/english.ts';
import type { ExplainableDecision, LanguageCode, SawFacts } from './explainable-decision.ts';
import type { Explanation, SentenceSubject } from './explanation.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Language, OutcomeFacts } from './language.ts';
import {
  customLimitRemedies,
  type LimitTraceEntry,
  limitTraceEntries,
  OWN_LIMITS_RULE,
  refusingCustomLimit,
} from './own-limits.ts';
import { remediesOf } from './remedies.ts';
import { sawFlag, sawMinor, sawPartner, sawSwitches, sawUsage } from './saw.ts';
import { standingOf, standingOfLimit } from './standing.ts';

const SPOKEN: Readonly<Record<LanguageCode, Language>> = { en: ENGLISH, ar: ARABIC };
const APPROVED = '00';

type Sentence = Explanation['sentences'][number];

/**
 * Explains a decision in sentences. Pure: the same facts and language give the same text
 * (docs/interface/decision.md#in-words).
 */
export function explainDecision(told: ExplainableDecision, language: LanguageCode): Explanation {
  const words = SPOKEN[language];
  const figures = figuresOf(language, told);
  const about = (subject: SentenceSubject, texts: readonly (string | undefined)[]): Sentence[] =>
    texts.flatMap((text) => (text === undefined ? [] : [{ about: subject, text }]));
  const isApproved = told.action_code === APPROVED;
  const sentences = [
    ...about('outcome', [words.outcome(outcomeOf(told, figures), figures)]),
    ...(isApproved
      ? [
          ...about('saw', approvalTexts(told, words, figures)),
          ...about('checks', [told.trace.length === 0 ? undefined : words.allPassed(checksIn(told.trace), figures)]),
        ]
      : declineSentences(told, words, figures, about)),
    ...about(
      'since',
      told.events.map(({ kind, amount_minor: minor, at }) =>
        words.event(kind, figures.amount(BigInt(minor)), at, figures),
      ),
    ),
    ...about('since', [
      told.reserved_minor === null ? undefined : words.reserved(figures.amount(BigInt(told.reserved_minor))),
    ]),
  ];
  return { language, sentences };
}

/** Explains a decline by its reason only, for callers without the facts. Undefined if this version does not know the reason. */
export function explainReason(reason: string, language: LanguageCode): string | undefined {
  return isDeclineReason(reason) ? SPOKEN[language].reasons[reason] : undefined;
}

function outcomeOf(told: ExplainableDecision, figures: Figures): OutcomeFacts {
  const letters = told.place === null ? undefined : countryLetters(told.place);
  const place = figures.name(letters === undefined ? (told.place ?? '') : (told.place ?? '').slice(0, -letters.length));
  return {
    isApproved: told.action_code === APPROVED,
    isPreview: told.is_preview,
    isCash: sawUsage(sawBy(told, 'RESTRICTIONS'))?.isCash ?? false,
    amount:
      told.amount_minor === null || told.currency === null ? undefined : figures.amount(BigInt(told.amount_minor)),
    place: /[\p{L}\p{N}]/u.test(place) ? place : undefined,
    country: letters === undefined ? undefined : figures.country(countryCode(letters)),
    cardEnd: /\d{4}$/.exec(told.card_number ?? '')?.[0],
    decidedAt: told.decided_at,
  };
}

function declineSentences(
  told: ExplainableDecision,
  words: Language,
  figures: Figures,
  about: (subject: SentenceSubject, texts: readonly (string | undefined)[]) => Sentence[],
): Sentence[] {
  const { rule: reason } = told;
  const ownLimit = refusingCustomLimit(told);
  if (ownLimit !== undefined) return ownLimitSentences(ownLimit, told, words, figures, about);
  if (told.trace.at(-1)?.rule === OWN_RULES) {
    const version = /:(\d+)$/.exec(String(sawBy(told, OWN_RULES).declined_by ?? ''))?.[1];
    const name = figures.name(reason.toLowerCase().replaceAll('_', ' '));
    const { looked_at: conditionTrace = [], since } = told.own_rule ?? {};
    // a field that is empty in the message has nothing to state; a missing country is stated
    const known = conditionTrace.filter(({ field, value }) => value !== '' || field === 'country');
    const looked = known.flatMap((at) => words.ownRule.looked(at, figures) ?? []);
    return [
      ...about('reason', [
        words.ownRule.reason(name, version === undefined ? undefined : figures.number(Number(version))),
      ]),
      ...about('saw', [looked.length === 0 ? undefined : words.ownRule.saw(figures.and(looked))]),
      ...about('setting', [since ? words.ownRule.since(since.by, since.at, figures) : undefined]),
      ...about('otherwise', [words.ownRule.otherwise(told.is_preview)]),
      ...about('checks', [checksText(told, words, figures)]),
    ];
  }
  if (!isDeclineReason(reason)) return about('reason', [words.unknownReason]);
  const last = told.trace.at(-1);
  const saw = last?.saw ?? {};
  const standing = standingOf(reason, told);
  const remedies = remediesOf(reason, saw, told).map((remedy) => words.remedy(remedy, figures));
  const isLast = last?.rule === DECISION_RULES.at(-1);
  return [
    ...about('reason', [words.reasons[reason]]),
    ...about('saw', [sawText(reason, told, words, figures), partnerText(told, words, figures)]),
    ...about('setting', [standing && words.standing(standing, figures)]),
    ...about('otherwise', [
      remedies.length === 0 ? undefined : words.otherwise(figures.or(remedies), isLast, told.is_preview),
    ]),
    ...about('checks', [checksText(told, words, figures)]),
  ];
}

function ownLimitSentences(
  limit: LimitTraceEntry,
  told: ExplainableDecision,
  words: Language,
  figures: Figures,
  about: (subject: SentenceSubject, texts: readonly (string | undefined)[]) => Sentence[],
): Sentence[] {
  const standing = standingOfLimit(limit.name, told);
  const remedies = customLimitRemedies(limit).map((remedy) => words.remedy(remedy, figures));
  return [
    ...about('reason', [words.ownLimit.reason(limit, figures)]),
    ...about('saw', [words.ownLimit.saw(limit, figures)]),
    ...about('setting', [standing && words.standing(standing, figures)]),
    ...about('otherwise', [words.otherwise(figures.or(remedies), false, told.is_preview)]),
    ...about('checks', [checksText(told, words, figures)]),
  ];
}

/** Rules about the use of the card describe that use. Other rules describe their figures. */
function sawText(
  reason: DeclineReason,
  told: ExplainableDecision,
  words: Language,
  figures: Figures,
): string | undefined {
  const rule = told.trace.at(-1)?.rule;
  if (rule !== 'RESTRICTIONS' && rule !== 'SWITCHES') {
    return words.saw(reason, told.trace.at(-1)?.saw ?? {}, { figures, group: told.merchant_group });
  }
  const usage = sawUsage(sawBy(told, 'RESTRICTIONS'));
  return usage && words.usage(usage, figures);
}

function checksText({ trace }: ExplainableDecision, words: Language, figures: Figures): string | undefined {
  const place = (DECISION_RULES as readonly string[]).indexOf(trace.at(-1)?.rule ?? '');
  const left = DECISION_RULES.slice(place + 1).filter((rule) => !RULES_WHERE_SET.includes(rule));
  return place < 0 ? undefined : words.checks(checksIn(trace) - 1, left.length, figures);
}

/** Describes what an approval used up, and what is left. */
function approvalTexts(told: ExplainableDecision, words: Language, figures: Figures): (string | undefined)[] {
  const usage = sawUsage(sawBy(told, 'RESTRICTIONS'));
  const used = sawSwitches(sawBy(told, 'SWITCHES')).flatMap(({ name, state }) =>
    state === 'ON_FOR_ONE' ? [name] : [],
  );
  const limits = (Object.keys(LIMITS_OVER_WINDOWS) as WindowLimit[]).map((name) => {
    const saw = sawBy(told, name);
    const [limit, after] = [sawMinor(saw, 'limit'), sawMinor(saw, 'counter_after')];
    if (limit === undefined || after === undefined) return undefined;
    return words.approved.left(name, figures.amount(limit), figures.amount(limit - after));
  });
  return [
    usage && words.usage(usage, figures),
    used.length === 0 ? undefined : words.approved.usedUp(used, figures),
    ...limits,
    ...limitTraceEntries(sawBy(told, OWN_LIMITS_RULE)).map((limit) => words.ownLimit.left(limit, figures)),
    fundsText(sawBy(told, 'FUNDS'), words, figures),
    partnerText(told, words, figures),
  ];
}

/** Included for every decision: one of the gateway's rules may have overruled the bank's own system. */
function partnerText(told: ExplainableDecision, words: Language, figures: Figures): string | undefined {
  const said = sawPartner(sawBy(told, 'PARTNER'), sawBy(told, 'PARTNER_STAND_IN'));
  return said && words.partner(said, figures);
}

function fundsText(saw: SawFacts, words: Language, figures: Figures): string | undefined {
  const after = sawMinor(saw, 'available_after');
  if (sawFlag(saw, 'funds_check') === false) return words.approved.fundsElsewhere();
  return after === undefined ? undefined : words.approved.available(figures.amount(after));
}

/** Counts the steps that can refuse a message. Other steps are not checks. */
function checksIn(trace: ExplainableDecision['trace']): number {
  return trace.filter(({ rule }) => rule !== 'PROGRAM' && rule !== 'LISTS').length;
}

function sawBy({ trace }: ExplainableDecision, rule: string): SawFacts {
  return trace.find((step) => step.rule === rule)?.saw ?? {};
}
