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

const LANGUAGES: Readonly<Record<LanguageCode, Language>> = { en: ENGLISH, ar: ARABIC };
const APPROVED = '00';

type Sentence = Explanation['sentences'][number];

/**
 * Explains a decision in sentences. Pure: the same facts and language give the same text
 * (docs/interface/decision.md#in-words).
 */
export function explainDecision(decision: ExplainableDecision, language: LanguageCode): Explanation {
  const words = LANGUAGES[language];
  const figures = figuresOf(language, decision);
  const about = (subject: SentenceSubject, texts: readonly (string | undefined)[]): Sentence[] =>
    texts.flatMap((text) => (text === undefined ? [] : [{ about: subject, text }]));
  const isApproved = decision.action_code === APPROVED;
  const sentences = [
    ...about('outcome', [words.outcome(outcomeOf(decision, figures), figures)]),
    ...(isApproved
      ? [
          ...about('saw', approvalTexts(decision, words, figures)),
          ...about('checks', [
            decision.trace.length === 0 ? undefined : words.allPassed(checksIn(decision.trace), figures),
          ]),
        ]
      : declineSentences(decision, words, figures, about)),
    ...about(
      'since',
      decision.events.map(({ kind, amount_minor: minor, at }) =>
        words.event(kind, figures.amount(BigInt(minor)), at, figures),
      ),
    ),
    ...about('since', [
      decision.reserved_minor === null ? undefined : words.reserved(figures.amount(BigInt(decision.reserved_minor))),
    ]),
  ];
  return { language, sentences };
}

/**
 * Explains a decline by its reason only, for callers without the facts. Undefined if this version does not know the
 * reason.
 */
export function explainReason(reason: string, language: LanguageCode): string | undefined {
  return isDeclineReason(reason) ? LANGUAGES[language].reasons[reason] : undefined;
}

function outcomeOf(decision: ExplainableDecision, figures: Figures): OutcomeFacts {
  const letters = decision.place === null ? undefined : countryLetters(decision.place);
  const place = figures.name(
    letters === undefined ? (decision.place ?? '') : (decision.place ?? '').slice(0, -letters.length),
  );
  return {
    isApproved: decision.action_code === APPROVED,
    isPreview: decision.is_preview,
    isCash: sawUsage(sawBy(decision, 'RESTRICTIONS'))?.isCash ?? false,
    amount:
      decision.amount_minor === null || decision.currency === null
        ? undefined
        : figures.amount(BigInt(decision.amount_minor)),
    place: /[\p{L}\p{N}]/u.test(place) ? place : undefined,
    country: letters === undefined ? undefined : figures.country(countryCode(letters)),
    cardEnd: /\d{4}$/.exec(decision.card_number ?? '')?.[0],
    decidedAt: decision.decided_at,
  };
}

function declineSentences(
  decision: ExplainableDecision,
  words: Language,
  figures: Figures,
  about: (subject: SentenceSubject, texts: readonly (string | undefined)[]) => Sentence[],
): Sentence[] {
  const { rule: reason } = decision;
  const ownLimit = refusingCustomLimit(decision);
  if (ownLimit !== undefined) return ownLimitSentences(ownLimit, decision, words, figures, about);
  if (decision.trace.at(-1)?.rule === OWN_RULES) {
    const version = /:(\d+)$/.exec(String(sawBy(decision, OWN_RULES).declined_by ?? ''))?.[1];
    const name = figures.name(reason.toLowerCase().replaceAll('_', ' '));
    const { looked_at: conditionTrace = [], since } = decision.own_rule ?? {};
    // An empty field of the message has nothing to state. Only a missing country is still stated.
    const presentFields = conditionTrace.filter(({ field, value }) => value !== '' || field === 'country');
    const entries = presentFields.flatMap((at) => words.ownRule.conditionTrace(at, figures) ?? []);
    return [
      ...about('reason', [
        words.ownRule.reason(name, version === undefined ? undefined : figures.number(Number(version))),
      ]),
      ...about('saw', [entries.length === 0 ? undefined : words.ownRule.saw(figures.and(entries))]),
      ...about('setting', [since ? words.ownRule.since(since.by, since.at, figures) : undefined]),
      ...about('otherwise', [words.ownRule.otherwise(decision.is_preview)]),
      ...about('checks', [checksText(decision, words, figures)]),
    ];
  }
  if (!isDeclineReason(reason)) return about('reason', [words.unknownReason]);
  const last = decision.trace.at(-1);
  const saw = last?.saw ?? {};
  const standing = standingOf(reason, decision);
  const remedies = remediesOf(reason, saw, decision).map((remedy) => words.remedy(remedy, figures));
  const isLast = last?.rule === DECISION_RULES.at(-1);
  return [
    ...about('reason', [words.reasons[reason]]),
    ...about('saw', [sawText(reason, decision, words, figures), partnerText(decision, words, figures)]),
    ...about('setting', [standing && words.standing(standing, figures)]),
    ...about('otherwise', [
      remedies.length === 0 ? undefined : words.otherwise(figures.or(remedies), isLast, decision.is_preview),
    ]),
    ...about('checks', [checksText(decision, words, figures)]),
  ];
}

function ownLimitSentences(
  limit: LimitTraceEntry,
  decision: ExplainableDecision,
  words: Language,
  figures: Figures,
  about: (subject: SentenceSubject, texts: readonly (string | undefined)[]) => Sentence[],
): Sentence[] {
  const standing = standingOfLimit(limit.name, decision);
  const remedies = customLimitRemedies(limit).map((remedy) => words.remedy(remedy, figures));
  return [
    ...about('reason', [words.ownLimit.reason(limit, figures)]),
    ...about('saw', [words.ownLimit.saw(limit, figures)]),
    ...about('setting', [standing && words.standing(standing, figures)]),
    ...about('otherwise', [words.otherwise(figures.or(remedies), false, decision.is_preview)]),
    ...about('checks', [checksText(decision, words, figures)]),
  ];
}

/**
 * Returns the facts in words. Rules about the use of the card describe that use, and other rules describe their
 * figures.
 */
function sawText(
  reason: DeclineReason,
  decision: ExplainableDecision,
  words: Language,
  figures: Figures,
): string | undefined {
  const rule = decision.trace.at(-1)?.rule;
  if (rule !== 'RESTRICTIONS' && rule !== 'SWITCHES') {
    return words.saw(reason, decision.trace.at(-1)?.saw ?? {}, { figures, group: decision.merchant_group });
  }
  const usage = sawUsage(sawBy(decision, 'RESTRICTIONS'));
  return usage && words.usage(usage, figures);
}

function checksText({ trace }: ExplainableDecision, words: Language, figures: Figures): string | undefined {
  const place = (DECISION_RULES as readonly string[]).indexOf(trace.at(-1)?.rule ?? '');
  const notEvaluated = DECISION_RULES.slice(place + 1).filter((rule) => !RULES_WHERE_SET.includes(rule));
  return place < 0 ? undefined : words.checks(checksIn(trace) - 1, notEvaluated.length, figures);
}

/** Describes what an approval used up, and what is left. */
function approvalTexts(decision: ExplainableDecision, words: Language, figures: Figures): (string | undefined)[] {
  const usage = sawUsage(sawBy(decision, 'RESTRICTIONS'));
  const usedSwitches = sawSwitches(sawBy(decision, 'SWITCHES')).flatMap(({ name, state }) =>
    state === 'ON_FOR_ONE' ? [name] : [],
  );
  const limits = (Object.keys(LIMITS_OVER_WINDOWS) as WindowLimit[]).map((name) => {
    const saw = sawBy(decision, name);
    const [limit, after] = [sawMinor(saw, 'limit'), sawMinor(saw, 'counter_after')];
    if (limit === undefined || after === undefined) return undefined;
    return words.approved.left(name, figures.amount(limit), figures.amount(limit - after));
  });
  return [
    usage && words.usage(usage, figures),
    exceptionText(decision, words),
    usedSwitches.length === 0 ? undefined : words.approved.usedUp(usedSwitches, figures),
    ...limits,
    ...limitTraceEntries(sawBy(decision, OWN_LIMITS_RULE)).map((limit) => words.ownLimit.left(limit, figures)),
    fundsText(sawBy(decision, 'FUNDS'), words, figures),
    partnerText(decision, words, figures),
  ];
}

/** Describes the exception with which the bank allowed the payment in advance, if the trace has the step EXCEPTION. */
function exceptionText(decision: ExplainableDecision, words: Language): string | undefined {
  const step = decision.trace.find(({ rule }) => rule === 'EXCEPTION');
  if (step === undefined) return undefined;
  const reason = String(step.saw.would_decline ?? '');
  return words.approved.exception(isDeclineReason(reason) ? words.reasons[reason] : undefined);
}

/**
 * Describes the answer of the bank's own system, for every decision, because a rule of the gateway may have overruled
 * it.
 */
function partnerText(decision: ExplainableDecision, words: Language, figures: Figures): string | undefined {
  const partner = sawPartner(sawBy(decision, 'PARTNER'), sawBy(decision, 'PARTNER_STAND_IN'));
  return partner && words.partner(partner, figures);
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
