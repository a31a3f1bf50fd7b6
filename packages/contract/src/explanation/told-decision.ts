import type { ConditionFieldName } from '../conditions/condition-fields.ts';
import type { RestrictionType } from '../restrictions/restriction-type.ts';

/** Languages in which a decision is told. */
export const LANGUAGES = ['en', 'ar'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

export type SawFacts = Readonly<Record<string, unknown>>;

/** A change of what decisions look at, as the history of the account has it. */
export type ToldChange = {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Who made it; null where that is not known, or not for the reader. */
  readonly by: string | null;
} & (
  | { readonly kind: 'settings'; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: 'restriction';
      readonly type: RestrictionType;
      readonly refuses: boolean;
      /** When it ends; null: never. */
      readonly until: string | null;
    }
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'limit'; readonly id: string; readonly isSet: boolean }
);

/** One thing that a rule of the bank's own looked at. */
export interface LookedAt {
  readonly field: ConditionFieldName;
  /** Of which limits. */
  readonly limit?: string;
  /** What it was, as text: amounts in minor units; empty where the message does not say. */
  readonly value: string;
}

/** What is known of the rule of the bank's own that declined, beside the trace. */
export interface ExplainedBankRule {
  /** In the order in which it asks. */
  readonly looked_at: readonly LookedAt[];
  /** When it was put in force, and by whom; null where it is only assumed. */
  readonly since: { readonly at: string; readonly by: string } | null;
}

/** Everything that the sentences of a decision are made of. */
export interface ToldDecision {
  /** Asked what would be decided: nothing was decided. */
  readonly is_preview: boolean;
  readonly action_code: string;
  /** APPROVED, or the reason. */
  readonly rule: string;
  readonly trace: readonly { readonly rule: string; readonly saw: SawFacts }[];
  readonly decided_at: string;
  readonly amount_minor: string | null;
  /** Of the account, with its decimals; null where neither account nor message tell one. */
  readonly currency: { readonly code: string; readonly digits: number } | null;
  /** Masked. */
  readonly card_number: string | null;
  /** Card_Acceptor_Name_Location as it was sent. */
  readonly place: string | null;
  readonly bank: { readonly time_zone: string; readonly country: string };
  /** Alphabetic codes of the currencies that the trace names by number. */
  readonly currency_codes: Readonly<Record<string, string>>;
  /** When the window of a limit ends, by the name of the limit's rule; a window without an end is not there. */
  readonly window_ends: Readonly<Record<string, string>>;
  /** What the bank calls the group of merchants that was asked. */
  readonly merchant_group: string | null;
  /** Null where none declined, or the reader is not the bank. */
  readonly own_rule: ExplainedBankRule | null;
  /** Changes before the decision, oldest first. */
  readonly history: readonly ToldChange[];
  /** What happened to it since, oldest first. */
  readonly events: readonly { readonly kind: string; readonly amount_minor: string; readonly at: string }[];
  /** What is still reserved; null where nothing is. */
  readonly reserved_minor: string | null;
}
