import type { ConditionFieldName } from '../conditions/condition-fields.ts';
import type { RestrictionType } from '../restrictions/restriction-type.ts';

/** Languages of explanations. */
export const LANGUAGES = ['en', 'ar'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

export type SawFacts = Readonly<Record<string, unknown>>;

/** A change of the settings that decisions depend on, from the history of the account. */
export type ControlChange = {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The author of the change. Null if unknown, or if the reader may not see it. */
  readonly by: string | null;
} & (
  | { readonly kind: 'settings'; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: 'restriction';
      readonly type: RestrictionType;
      readonly refuses: boolean;
      /** When it ends. Null if it never ends. */
      readonly until: string | null;
    }
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'limit'; readonly id: string; readonly isSet: boolean }
  | { readonly kind: 'token' }
);

/** A fact that a bank's own rule evaluated. */
export interface ConditionTraceEntry {
  readonly field: ConditionFieldName;
  /** The limit, if the fact is about a limit. */
  readonly limit?: string;
  /** The value as text. Amounts are in minor units; empty if the message does not state it. */
  readonly value: string;
}

/** Details of the bank's own rule that declined, beyond the trace. */
export interface ExplainedBankRule {
  /** In the order of evaluation. */
  readonly looked_at: readonly ConditionTraceEntry[];
  /** When the rule went live, and by whom. Null if the rule is only assumed. */
  readonly since: { readonly at: string; readonly by: string } | null;
}

/** All facts that the sentences about a decision depend on. */
export interface ExplainableDecision {
  /** A preview states what would be decided. Nothing was decided. */
  readonly is_preview: boolean;
  readonly action_code: string;
  /** APPROVED, or the decline reason. */
  readonly rule: string;
  readonly trace: readonly { readonly rule: string; readonly saw: SawFacts }[];
  readonly decided_at: string;
  readonly amount_minor: string | null;
  /** Currency of the account, with its decimals. Null if neither account nor message states one. */
  readonly currency: { readonly code: string; readonly digits: number } | null;
  /** The masked card number. */
  readonly card_number: string | null;
  /** Card_Acceptor_Name_Location as it was sent. */
  readonly place: string | null;
  readonly bank: { readonly time_zone: string; readonly country: string };
  /** Alphabetic codes of the currencies that the trace names by number. */
  readonly currency_codes: Readonly<Record<string, string>>;
  /** End of a limit's window, by the name of the limit's rule. Windows without an end are absent. */
  readonly window_ends: Readonly<Record<string, string>>;
  /** The bank's name for the merchant group that was checked. */
  readonly merchant_group: string | null;
  /** Null if no rule of the bank declined, or if the reader is not the bank. */
  readonly own_rule: ExplainedBankRule | null;
  /** Changes before the decision, oldest first. */
  readonly history: readonly ControlChange[];
  /** Later events of the decision, oldest first. */
  readonly events: readonly { readonly kind: string; readonly amount_minor: string; readonly at: string }[];
  /** The amount that is still reserved. Null if there is none. */
  readonly reserved_minor: string | null;
}
