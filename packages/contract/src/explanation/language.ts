import type { Switch } from '../card-settings/settings-fields.ts';
import type { DeclineReason, WindowLimit } from './decline-reasons.ts';
import type { ConditionTraceEntry, SawFacts } from './explainable-decision.ts';
import type { Figures } from './figures.ts';
import type { LimitTraceEntry } from './own-limits.ts';
import type { Remedy } from './remedies.ts';
import type { PartnerSaw, Usage } from './saw.ts';
import type { Standing } from './standing.ts';

export interface OutcomeFacts {
  readonly isApproved: boolean;
  readonly isPreview: boolean;
  readonly isCash: boolean;
  /** Formatted figures and names. Undefined if unknown. */
  readonly amount: string | undefined;
  readonly place: string | undefined;
  readonly country: string | undefined;
  readonly cardEnd: string | undefined;
  readonly decidedAt: string;
}

/** The texts that each language provides. All are whole sentences, except for remedies, which are noun phrases. */
export interface Language {
  outcome(outcome: OutcomeFacts, figures: Figures): string;
  readonly reasons: Readonly<Record<DeclineReason, string>>;
  readonly unknownReason: string;
  /**
   * A bank's own rule declined: which one, what it evaluated, who activated it, and what would have changed its
   * verdict.
   */
  readonly ownRule: {
    reason(name: string, version: string | undefined): string;
    /** A part of a list. Undefined if another version wrote the value and this one cannot read it. */
    conditionTrace(at: ConditionTraceEntry, figures: Figures): string | undefined;
    saw(entries: string): string;
    since(by: string, at: string, figures: Figures): string;
    otherwise(isPreview: boolean): string;
  };
  /** States how the card was used. */
  usage(usage: Usage, figures: Figures): string;
  /** States the facts of the rule that refused. Undefined if the reason is sufficient. */
  saw(reason: DeclineReason, saw: SawFacts, context: { figures: Figures; group: string | null }): string | undefined;
  /** A bank's own limit: that it declined, what it saw, and what an approval left of it. */
  readonly ownLimit: {
    reason(limit: LimitTraceEntry, figures: Figures): string;
    saw(limit: LimitTraceEntry, figures: Figures): string;
    left(limit: LimitTraceEntry, figures: Figures): string;
  };
  /** States what the bank's own system answered. */
  partner(answer: PartnerSaw, figures: Figures): string;
  standing(standing: Standing, figures: Figures): string;
  remedy(remedy: Remedy, figures: Figures): string;
  /** @param isEnough whether no other rule could have refused */
  otherwise(remedies: string, isEnough: boolean, isPreview: boolean): string;
  /** For a declined message: the number of rules that passed it, and of rules that were not evaluated. */
  checks(passed: number, left: number, figures: Figures): string | undefined;
  allPassed(checks: number, figures: Figures): string;
  readonly approved: {
    available(amount: string): string;
    fundsElsewhere(): string;
    left(limit: WindowLimit, of: string, left: string): string;
    /** The exception that passed a rule, and the reason with which the rule would have declined. */
    exception(reason: string | undefined): string;
    usedUp(switches: readonly Switch[], figures: Figures): string;
  };
  event(kind: string, amount: string, at: string, figures: Figures): string | undefined;
  reserved(amount: string): string;
}
