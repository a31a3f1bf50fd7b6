import type { Switch } from '../card-settings/settings-fields.ts';
import type { DeclineReason, WindowLimit } from './decline-reasons.ts';
import type { Figures } from './figures.ts';
import type { LimitTraceEntry } from './own-limits.ts';
import type { Remedy } from './remedies.ts';
import type { PartnerSaw, Usage } from './saw.ts';
import type { Standing } from './standing.ts';
import type { LookedAt, SawFacts } from './told-decision.ts';

export interface OutcomeToTell {
  readonly isApproved: boolean;
  readonly isPreview: boolean;
  readonly isCash: boolean;
  /** Already written as figures and names; undefined where they are not known. */
  readonly amount: string | undefined;
  readonly place: string | undefined;
  readonly country: string | undefined;
  readonly cardEnd: string | undefined;
  readonly decidedAt: string;
}

/** What a language has to be able to say. All answers are whole sentences, but for remedies, which are noun phrases. */
export interface Language {
  outcome(outcome: OutcomeToTell, figures: Figures): string;
  readonly reasons: Readonly<Record<DeclineReason, string>>;
  readonly unknownReason: string;
  /** A rule of the bank's own declined it: which, what it looked at, who put it in force, and what would have had to be otherwise. */
  readonly ownRule: {
    reason(name: string, version: string | undefined): string;
    /** A part of a list; undefined where the value is one of another version. */
    looked(at: LookedAt, figures: Figures): string | undefined;
    saw(looked: string): string;
    since(by: string, at: string, figures: Figures): string;
    otherwise(isPreview: boolean): string;
  };
  /** How the card was used. */
  usage(usage: Usage, figures: Figures): string;
  /** What the rule that refused saw; undefined where the reason says it all. */
  saw(reason: DeclineReason, saw: SawFacts, context: { figures: Figures; group: string | null }): string | undefined;
  /** A limit of the bank's own: that it declined, what it saw, and what an approval left of it. */
  readonly ownLimit: {
    reason(limit: LimitTraceEntry, figures: Figures): string;
    saw(limit: LimitTraceEntry, figures: Figures): string;
    left(limit: LimitTraceEntry, figures: Figures): string;
  };
  /** What the bank's own system said when it was asked. */
  partner(said: PartnerSaw, figures: Figures): string;
  standing(standing: Standing, figures: Figures): string;
  remedy(remedy: Remedy, figures: Figures): string;
  /** @param isEnough whether nothing else could have refused */
  otherwise(remedies: string, isEnough: boolean, isPreview: boolean): string;
  /** Of a declined message: how many rules let it pass before, and how many were not asked. */
  checks(passed: number, left: number, figures: Figures): string | undefined;
  allPassed(checks: number, figures: Figures): string;
  readonly approved: {
    available(amount: string): string;
    fundsElsewhere(): string;
    left(limit: WindowLimit, of: string, left: string): string;
    usedUp(switches: readonly Switch[], figures: Figures): string;
  };
  event(kind: string, amount: string, at: string, figures: Figures): string | undefined;
  reserved(amount: string): string;
}
