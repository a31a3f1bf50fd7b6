import type { LimitLevel, RestrictionType } from '@cardwright/contract';
import type { Program, ProgramFields, StoredProgramLimit } from '../../banks/program.ts';
import type { SettingsPatch } from '../../card-settings/card-settings.ts';
import { type Limit, type LimitTerms, levelOf } from '../../limits/limit.ts';
import type { RestrictionOrder } from '../../restrictions/restriction.ts';
import type { RuleInSet } from '../../rules/bank-rules.ts';

/** The program of a product. */
export interface ProgramHistory {
  readonly productCode: string;
  readonly versions: readonly Program[];
}

export interface LimitProposal {
  readonly terms: LimitTerms;
  readonly level: LimitLevel;
  readonly cardId: bigint | undefined;
}

/**
 * What would have been set. From the moment it is put into force it stays, whatever was really set on the same fields.
 */
export interface Proposal {
  readonly patch: SettingsPatch;
  /** Without `cardId`, for every card of the account. */
  readonly restrictions: readonly { readonly cardId: bigint | undefined; readonly order: RestrictionOrder }[];
  /** One of level card without `cardId` is of every card of the account. */
  readonly limits: readonly LimitProposal[];
  /** Asked as live ones. */
  readonly rules?: readonly RuleInSet[];
  /** In the place of whatever program the accounts of its product had. */
  readonly program?:
    | {
        readonly productCode: string;
        readonly defaults: ProgramFields;
        /** Of each account or card by itself. */
        readonly limits: readonly StoredProgramLimit[];
      }
    | undefined;
}

export function isProposedLimit({ terms, level, cardId }: LimitProposal, limit: Limit): boolean {
  return terms.id === limit.id && level === levelOf(limit) && (cardId === undefined || cardId === limit.cardId);
}

export function isProposed(proposal: Proposal | undefined, cardId: bigint, type: RestrictionType): boolean {
  return (proposal?.restrictions ?? []).some(
    (proposed) => proposed.order.type === type && (proposed.cardId ?? cardId) === cardId,
  );
}

/** The status and the time of a switch belong together: a patch that was proposed names both, so real changes of both are left out. */
export function withoutProposed(
  proposal: Proposal | undefined,
  patch: Readonly<Record<string, string>>,
): SettingsPatch {
  const proposed = new Set(Object.keys(proposal?.patch ?? {}));
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !proposed.has(field)));
}

const NO_PROGRAM = { defaults: {}, limits: [] };

/** No version has number 0. */
export function proposedVersion({ program }: Proposal, now: Date): Program {
  const made = { version: 0, inForceFrom: undefined, createdAt: now, createdBy: '', ceilings: {} };
  const { defaults, limits } = program ?? NO_PROGRAM;
  return { ...made, defaults, limits };
}
