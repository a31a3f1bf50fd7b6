import type { LiveCardStatus } from '@cardwright/contract';
import type { ModelBank } from './model/model-banks.ts';
import type { RestrictionRequest } from './model/model-card.ts';
import type { MessageObstacle } from './model/model-decision.ts';
import type { ModelOwnLimit } from './model/model-limits.ts';
import type { ModelMessage } from './model/model-message.ts';
import type { ModelRuleContent, OthersPayment, RuleAct, WrittenProgram } from './model/model-own.ts';
import type { ModelPartner } from './model/model-partner.ts';
import type { Patch } from './model/model-settings.ts';
import type { RareQuestion } from './question.ts';

/** What the life of an account is made of. Plain values, so that a life can be shortened, told and done again. */
export type Step = { readonly atMs: number } & Act;

type Act =
  /** `number` names it for what comes later. */
  | ({ readonly kind: 'authorize'; readonly number: number } & Authorization)
  | { readonly kind: 'update'; readonly patch: Patch }
  | { readonly kind: 'restrict'; readonly card: number; readonly request: RestrictionRequest }
  | { readonly kind: 'status'; readonly card: number; readonly status: LiveCardStatus }
  | { readonly kind: 'renew'; readonly card: number; readonly months: number; readonly isReplaced: boolean }
  | { readonly kind: 'reverse'; readonly number: number; readonly minor: number | undefined }
  | { readonly kind: 'complete'; readonly number: number; readonly minor: number | undefined }
  | { readonly kind: 'expire' }
  | { readonly kind: 'credit'; readonly minor: number }
  | { readonly kind: 'reload' }
  | { readonly kind: 'enquire' }
  | { readonly kind: 'calendar' }
  | OwnAct
  | { readonly kind: 'ask'; readonly questions: readonly RareQuestion[] };

/** What the bank does with limits, lists, rules and programs of its own. */
type OwnAct =
  | { readonly kind: 'limit'; readonly limit: ModelOwnLimit }
  | { readonly kind: 'end limit'; readonly id: string; readonly card: number | undefined }
  | { readonly kind: 'list'; readonly name: string; readonly entries: readonly string[] }
  | { readonly kind: 'rule'; readonly name: string; readonly change: RuleAct }
  | { readonly kind: 'program'; readonly program: WrittenProgram }
  /** Of accounts that share limits with this one. */
  | ({ readonly kind: 'others' } & OthersPayment);
export type OwnStep = { readonly atMs: number } & OwnAct;

interface Authorization {
  readonly card: number;
  readonly message: ModelMessage;
  /** The place of its use in the table of uses. */
  readonly use: number;
  readonly obstacle: MessageObstacle | undefined;
  /** What the bank's own system said; undefined where nobody asked it. */
  readonly partner?: ModelPartner | undefined;
}

/** An account, and what happens to it. */
export interface AccountLife {
  readonly bank: ModelBank;
  readonly availableMinor: number;
  readonly fundsCheck: boolean;
  /** YYMM of each card. */
  readonly expiries: readonly string[];
  /** The sequence number of each card. */
  readonly sequence: string;
  /** Settings of before, as they were once stored. */
  readonly settings: Patch;
  /** Whether its bank has limits, lists, rules and programs of its own. */
  readonly hasOwn: boolean;
  readonly cardsSinceMs: number;
  readonly steps: readonly Step[];
  /** What is asked at its end: how it would have been with other controls. */
  readonly proposal: ProposedStep | undefined;
}

/** Controls that come into force before the first step at an instant or after it, and stay. */
export interface ProposedStep {
  readonly fromMs: number;
  readonly patch: Patch;
  /** Without a card, of every card. */
  readonly restrictions: readonly { readonly card: number | undefined; readonly request: RestrictionRequest }[];
  readonly own?: ProposedOwn | undefined;
}

/** What a bank would have of its own. Lists that it names are those at the end of the life. */
export interface ProposedOwn {
  /** `ofEach`: of every card. */
  readonly limits: readonly { readonly limit: ModelOwnLimit; readonly ofEach: boolean }[];
  readonly rules: readonly { readonly name: string; readonly content: ModelRuleContent }[];
  /** Of a program, which has limits of each account and card alone. */
  readonly program: Pick<WrittenProgram, 'defaults' | 'limits'> | undefined;
}

/** What engine and model said about a step: the two are the same, or a fault is found. */
export interface Said {
  readonly model: string;
  readonly engine: string;
}
