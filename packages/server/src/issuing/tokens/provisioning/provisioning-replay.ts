import type { LimitLevel, ProgramProvisioning, ProvisioningEffect } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { type Limit, type LimitTerms, levelOf, NO_LIMITS } from '../../limits/limit.ts';
import { addRestriction, type RestrictionOrder, toRestriction } from '../../restrictions/restriction.ts';
import { type RuleInSet, type RuleSet, withProposedRules } from '../../rules/bank-rules.ts';
import { decideProvisioning, type ProvisioningVerdict } from './decide-provisioning.ts';
import { LimitLedger } from './limit-ledger.ts';
import { countProvisioning, evaluateProvisioningLimits, orNoLimits } from './limits-rule.ts';
import type { FactsWithCard, ProvisioningFacts, ProvisioningMessage } from './provisioning-facts.ts';
import type { ProvisioningHistoryRow } from './provisioning-history-store.ts';
import { ProvisioningLedger } from './provisioning-ledger.ts';
import { readFacts } from './stored-facts.ts';

/** The changes that a replay assumes. */
export interface ProvisioningProposal {
  readonly rules: readonly RuleInSet<ProvisioningEffect>[];
  /** Settings that override the stored ones. */
  readonly settings: ProgramProvisioning;
  /** Restrictions of one card, or of every card if `cardId` is absent. */
  readonly restrictions: readonly { readonly cardId: bigint | undefined; readonly order: RestrictionOrder }[];
  /** Limits of each account or card that count requests for tokens from the beginning of the period on. */
  readonly limits: readonly ProposedProvisioningLimit[];
}

export interface ProposedProvisioningLimit {
  readonly terms: LimitTerms;
  readonly level: LimitLevel;
  /** The card of the limit; every card if absent. */
  readonly cardId?: bigint | undefined;
}

/** No real edition has this number, so a proposed limit never has the key of another one. */
const PROPOSED_EDITION = 0;

/** The limits of a card with the proposed ones, which replace limits of the same name and level. */
export function withProposedLimits(
  limits: FactsWithCard['limits'],
  proposed: readonly ProposedProvisioningLimit[],
  { cardId, now }: { readonly cardId: bigint; readonly now: Date },
): FactsWithCard['limits'] {
  if (proposed.length === 0) return limits;
  const { limits: real, usage } = limits?.account ?? NO_LIMITS;
  const assumed = proposed.flatMap(({ terms, level, cardId: of }, at): Limit[] =>
    (of ?? cardId) === cardId ? [{ ...terms, key: `${PROPOSED_EDITION}-${at}`, level, cardId: of, since: now }] : [],
  );
  const isReplaced = (limit: Limit) => assumed.some(({ id, level }) => id === limit.id && level === levelOf(limit));
  return orNoLimits(cardId, { limits: [...real.filter((limit) => !isReplaced(limit)), ...assumed], usage });
}

/** The bank's rules in each edition. */
interface PastRules {
  at(edition: number): RuleSet<ProvisioningEffect> | undefined;
}

/** Decides stored requests again, in order. Pure. */
export class ProvisioningReplay {
  readonly #bank: Bank;
  readonly #proposal: ProvisioningProposal;
  readonly #rules: PastRules;
  readonly #ledger = new ProvisioningLedger();
  readonly #limitLedger = new LimitLedger();
  readonly hasProposal: boolean;

  constructor(bank: Bank, proposal: ProvisioningProposal, rules: PastRules) {
    this.#bank = bank;
    this.#proposal = proposal;
    this.#rules = rules;
    const { rules: proposed, settings, restrictions, limits } = proposal;
    this.hasProposal = proposed.length + restrictions.length + limits.length + Object.keys(settings).length > 0;
  }

  /** Decides a stored request again; undefined if the facts of the decision were not stored. */
  decideAgain(row: ProvisioningHistoryRow, deletions: ReadonlyMap<string, Date>): ProvisioningVerdict | undefined {
    const message = messageOf(row);
    const real = this.#factsOf(row);
    if (real === undefined) {
      this.record(row, row, deletions);
      return undefined;
    }
    const facts = this.hasProposal ? this.#assumedFacts(real, row, message) : real;
    const verdict = decideProvisioning(facts, message, row.decided_at);
    if (this.hasProposal) this.#count(row, message, { real, facts, verdict });
    this.record(row, verdict, deletions);
    return verdict;
  }

  record(
    row: ProvisioningHistoryRow,
    replayed: Pick<ProvisioningVerdict, 'outcome' | 'rule'>,
    deletions: ReadonlyMap<string, Date>,
  ): void {
    if (!this.hasProposal || row.card_id === null) return;
    const deletedAt = row.token_reference === null ? undefined : deletions.get(row.token_reference);
    const deviceId = messageOf(row).device?.id;
    this.#ledger.record({ cardId: row.card_id, deviceId, at: row.decided_at }, row, replayed, deletedAt);
  }

  /** The facts that the decision stored. */
  #factsOf(row: ProvisioningHistoryRow): ProvisioningFacts | undefined {
    if (row.card_id === null) return { card: undefined };
    if (row.facts === null) return undefined;
    const { edition, ...stored } = readFacts(row.facts);
    const { country, calendar } = this.#bank;
    const rules = edition === null ? undefined : this.#rules.at(edition);
    return { ...stored, bank: { country, calendar }, rules };
  }

  /** The facts under the proposal, after the decisions of the replay so far. */
  #assumedFacts(
    real: ProvisioningFacts,
    { account_id: accountId, card_id: cardId, decided_at: at }: ProvisioningHistoryRow,
    message: ProvisioningMessage,
  ): ProvisioningFacts {
    if (real.card === undefined || cardId === null) return real;
    const { calendar } = this.#bank;
    const limits = withProposedLimits(real.limits, this.#proposal.limits, { cardId, now: at });
    const place = { accountId: accountId ?? 0n, calendar, now: at };
    const ofCard = this.#proposal.restrictions.filter((one) => (one.cardId ?? cardId) === cardId);
    const restrictions = ofCard.reduce(
      (entries, { order }) => addRestriction(entries, toRestriction(order, calendar), at),
      real.card.restrictions,
    );
    return {
      ...real,
      settings: { ...real.settings, ...this.#proposal.settings },
      rules: withProposedRules(real.rules, this.#proposal.rules),
      limits: limits && this.#limitLedger.adjust(limits, place),
      card: { ...this.#ledger.adjust(real.card, { cardId, deviceId: message.device?.id, at }), restrictions },
    };
  }

  /** Counts the decision in the real limits, and in those of the replay. */
  #count(
    row: ProvisioningHistoryRow,
    message: ProvisioningMessage,
    {
      real,
      facts,
      verdict,
    }: { readonly real: ProvisioningFacts; readonly facts: ProvisioningFacts; readonly verdict: ProvisioningVerdict },
  ): void {
    if (real.card === undefined || facts.card === undefined || facts.limits === undefined) return;
    const { decided_at: now, outcome, rule } = row;
    const over = evaluateProvisioningLimits(real, message, now)?.refusing;
    const refusing = over?.id === rule ? over.key : undefined;
    const isApproved = outcome !== 'DECLINED';
    const realCount = countProvisioning(real, message, { isApproved, refusing }, now);
    const { outcome: replayed, refusing: refusingAgain } = verdict;
    const again = { isApproved: replayed !== 'DECLINED', refusing: refusingAgain };
    const place = { accountId: row.account_id ?? 0n, calendar: this.#bank.calendar, now };
    this.#limitLedger.record(facts.limits, realCount, countProvisioning(facts, message, again, now), place);
  }
}

function messageOf({ request, requestor_id, requestor_name }: ProvisioningHistoryRow): ProvisioningMessage {
  return { ...(readStoredJson(request) as object), requestor_id, requestor_name };
}
