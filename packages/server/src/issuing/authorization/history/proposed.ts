import type { LimitLevel, RestrictionType } from '@cardwright/contract';
import type { Program, ProgramFields, StoredProgramLimit } from '../../banks/program.ts';
import type { SettingsPatch } from '../../card-settings/card-settings.ts';
import { type Limit, type LimitTerms, levelOf } from '../../limits/limit.ts';
import type { RestrictionOrder } from '../../restrictions/restriction.ts';
import type { RuleInSet } from '../../rules/bank-rules.ts';
import type { ControlsOfToken } from '../../tokens/controls/controls-of-token.ts';

/** The versions of a product's program. */
export interface ProgramHistory {
  readonly productCode: string;
  readonly versions: readonly Program[];
}

export interface LimitProposal {
  readonly terms: LimitTerms;
  readonly level: LimitLevel;
  readonly cardId: bigint | undefined;
  /** The token, if the limit is for one token. */
  readonly tokenReference?: string | undefined;
}

/** Proposed controls of a token. They replace the real ones. */
export interface TokenProposal {
  readonly cardId: bigint | undefined;
  readonly tokenReference: string;
  readonly controls: ControlsOfToken | undefined;
  readonly isSingleUse: boolean;
}

/** Proposed settings. Once in force they stay, regardless of real changes to the same fields. */
export interface Proposal {
  readonly patch: SettingsPatch;
  /** Applies to every card of the account if `cardId` is absent. */
  readonly restrictions: readonly { readonly cardId: bigint | undefined; readonly order: RestrictionOrder }[];
  /** A limit of level card without `cardId` applies to every card of the account. */
  readonly limits: readonly LimitProposal[];
  /** Limits that count requests for tokens instead of payments. */
  readonly provisioningLimits?: readonly LimitProposal[];
  readonly tokens?: readonly TokenProposal[];
  /** Evaluated like live rules. */
  readonly rules?: readonly RuleInSet[];
  /** Replaces the program of the product's accounts. */
  readonly program?:
    | {
        readonly productCode: string;
        readonly defaults: ProgramFields;
        /** Limits that each account or card has separately. */
        readonly limits: readonly StoredProgramLimit[];
      }
    | undefined;
}

export function isProposedLimit({ terms, level, cardId, tokenReference }: LimitProposal, limit: Limit): boolean {
  return (
    terms.id === limit.id &&
    level === levelOf(limit) &&
    (cardId === undefined || cardId === limit.cardId) &&
    tokenReference === limit.tokenReference
  );
}

export function isProposedToken(proposal: Proposal | undefined, reference: string | undefined): boolean {
  return (proposal?.tokens ?? []).some(({ tokenReference }) => tokenReference === reference);
}

export function isProposed(proposal: Proposal | undefined, cardId: bigint, type: RestrictionType): boolean {
  return (proposal?.restrictions ?? []).some((one) => one.order.type === type && (one.cardId ?? cardId) === cardId);
}

/**
 * Removes proposed fields from a real change. The status and the time of a switch belong together: a proposed patch names both,
 * so real changes of both are left out.
 */
export function withoutProposedFields(
  proposal: Proposal | undefined,
  patch: Readonly<Record<string, string>>,
): SettingsPatch {
  const fields = new Set(Object.keys(proposal?.patch ?? {}));
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !fields.has(field)));
}

const NO_PROGRAM = { defaults: {}, limits: [] };

/** The proposal as a program version, with number 0, which no real version has. */
export function proposedVersion({ program }: Proposal, now: Date): Program {
  const base = { version: 0, inForceFrom: undefined, createdAt: now, createdBy: '', ceilings: {} };
  const { defaults, limits } = program ?? NO_PROGRAM;
  return { ...base, defaults, limits };
}
