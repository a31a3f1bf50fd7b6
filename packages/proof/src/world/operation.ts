import type { LiveCardStatus } from '@cardwright/contract';
import type { ModelBank } from './model/model-banks.ts';
import type { RestrictionRequest } from './model/model-card.ts';
import type { MessageObstacle } from './model/model-decision.ts';
import type { ModelOwnLimit } from './model/model-limits.ts';
import type { ModelMessage } from './model/model-message.ts';
import type { ModelRuleContent, OthersPayment, RuleAct, WrittenProgram } from './model/model-own.ts';
import type { ModelPartner } from './model/model-partner.ts';
import type { ModelTokenPartner, ModelTokenPolicy, ModelTokenRequest } from './model/model-provisioning.ts';
import type { Patch } from './model/model-settings.ts';
import type { RareQuestion } from './question.ts';

/** A step in the life of an account. Steps are plain values, so that a life can be shortened, printed and repeated. */
export type Step = { readonly atMs: number } & Act;

type Act =
  /** Later steps refer to the authorization by its `number`. */
  | ({ readonly kind: 'authorize'; readonly number: number } & Authorization)
  | { readonly kind: 'update'; readonly patch: Patch }
  | { readonly kind: 'restrict'; readonly card: number; readonly request: RestrictionRequest }
  | { readonly kind: 'status'; readonly card: number; readonly status: LiveCardStatus }
  | { readonly kind: 'renew'; readonly card: number; readonly months: number; readonly isReplaced: boolean }
  | { readonly kind: 'reverse'; readonly number: number; readonly minor: number | undefined }
  | { readonly kind: 'complete'; readonly number: number; readonly minor: number | undefined }
  | {
      readonly kind: 'provision';
      /** Undefined: a card that does not exist. */
      readonly card: number | undefined;
      readonly request: ModelTokenRequest;
      readonly partner?: ModelTokenPartner | undefined;
    }
  | { readonly kind: 'expire' }
  | { readonly kind: 'credit'; readonly minor: number }
  | { readonly kind: 'reload' }
  | { readonly kind: 'enquire' }
  | { readonly kind: 'calendar' }
  | OwnAct
  | { readonly kind: 'ask'; readonly questions: readonly RareQuestion[] };

/** Changes by the bank of its limits, lists, rules and programs. */
type OwnAct =
  | { readonly kind: 'limit'; readonly limit: ModelOwnLimit }
  | { readonly kind: 'end limit'; readonly id: string; readonly card: number | undefined }
  | { readonly kind: 'list'; readonly name: string; readonly entries: readonly string[] }
  | { readonly kind: 'rule'; readonly name: string; readonly change: RuleAct }
  | { readonly kind: 'program'; readonly program: WrittenProgram }
  /** A payment of an account that shares limits with this one. */
  | ({ readonly kind: 'others' } & OthersPayment);
export type OwnStep = { readonly atMs: number } & OwnAct;

interface Authorization {
  readonly card: number;
  readonly message: ModelMessage;
  /** The index in the table of uses. */
  readonly use: number;
  readonly obstacle: MessageObstacle | undefined;
  /** The answer of the partner decision system; undefined if it was not called. */
  readonly partner?: ModelPartner | undefined;
}

/** An account with its steps. */
export interface AccountLife {
  readonly bank: ModelBank;
  readonly availableMinor: number;
  readonly fundsCheck: boolean;
  /** YYMM of each card. */
  readonly expiries: readonly string[];
  /** The sequence number of each card. */
  readonly sequence: string;
  /** Earlier settings, in the form in which they were once stored. */
  readonly settings: Patch;
  /** Whether the bank has limits, lists, rules and programs. */
  readonly hasOwn: boolean;
  /** How requests for tokens are decided. */
  readonly tokenPolicy: ModelTokenPolicy;
  readonly cardsSinceMs: number;
  readonly steps: readonly Step[];
  /** The backtest at the end: the proposed controls. */
  readonly proposal: ProposedStep | undefined;
}

/** Controls that come into force before the first step at or after an instant, and stay. */
export interface ProposedStep {
  readonly fromMs: number;
  readonly patch: Patch;
  /** A restriction without a card is for every card. */
  readonly restrictions: readonly { readonly card: number | undefined; readonly request: RestrictionRequest }[];
  readonly own?: ProposedOwn | undefined;
}

/** Proposed rules, limits and program of a bank. They use the lists at the end of the life. */
export interface ProposedOwn {
  /** `ofEach`: whether the limit is for every card. */
  readonly limits: readonly { readonly limit: ModelOwnLimit; readonly ofEach: boolean }[];
  readonly rules: readonly { readonly name: string; readonly content: ModelRuleContent }[];
  /** A program whose limits are for each account and card only. */
  readonly program: Pick<WrittenProgram, 'defaults' | 'limits'> | undefined;
}

/** The answers of engine and model to a step. A difference is a fault. */
export interface AnswerPair {
  readonly model: string;
  readonly engine: string;
}
