import type { ProgramProvisioning, ProvisioningEffect } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { addRestriction, type RestrictionOrder, toRestriction } from '../../restrictions/restriction.ts';
import { type RuleInSet, type RuleSet, withProposedRules } from '../../rules/bank-rules.ts';
import { decideProvisioning, type ProvisioningVerdict } from './decide-provisioning.ts';
import type { ProvisioningFacts, ProvisioningMessage } from './provisioning-facts.ts';
import type { ProvisioningHistoryRow } from './provisioning-history-store.ts';
import { ProvisioningLedger } from './provisioning-ledger.ts';
import { readFacts } from './stored-facts.ts';

/** What a replay assumes. */
export interface ProvisioningProposal {
  readonly rules: readonly RuleInSet<ProvisioningEffect>[];
  /** They override the stored settings. */
  readonly settings: ProgramProvisioning;
  /** Of every card if `cardId` is absent. */
  readonly restrictions: readonly { readonly cardId: bigint | undefined; readonly order: RestrictionOrder }[];
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
  readonly hasProposal: boolean;

  constructor(bank: Bank, proposal: ProvisioningProposal, rules: PastRules) {
    this.#bank = bank;
    this.#proposal = proposal;
    this.#rules = rules;
    const { rules: proposed, settings, restrictions } = proposal;
    this.hasProposal = proposed.length + restrictions.length + Object.keys(settings).length > 0;
  }

  /** Undefined if the facts of the decision were not stored. */
  decideAgain(row: ProvisioningHistoryRow, deletions: ReadonlyMap<string, Date>): ProvisioningVerdict | undefined {
    const message = messageOf(row);
    const facts = this.#factsOf(row, message);
    if (facts === undefined) {
      this.record(row, row, deletions);
      return undefined;
    }
    const verdict = decideProvisioning(facts, message, row.decided_at);
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

  #factsOf(row: ProvisioningHistoryRow, message: ProvisioningMessage): ProvisioningFacts | undefined {
    const { card_id: cardId, decided_at: at } = row;
    if (cardId === null) return { card: undefined };
    if (row.facts === null) return undefined;
    const { card, settings, partner, edition } = readFacts(row.facts);
    const { country, calendar } = this.#bank;
    const ofCard = this.#proposal.restrictions.filter((one) => (one.cardId ?? cardId) === cardId);
    const restrictions = ofCard.reduce(
      (entries, { order }) => addRestriction(entries, toRestriction(order, calendar), at),
      card.restrictions,
    );
    return {
      bank: { country, calendar },
      settings: { ...settings, ...this.#proposal.settings },
      rules: withProposedRules(edition === null ? undefined : this.#rules.at(edition), this.#proposal.rules),
      partner,
      card: { ...this.#ledger.adjust(card, { cardId, deviceId: message.device?.id, at }), restrictions },
    };
  }
}

function messageOf({ request, requestor_id, requestor_name }: ProvisioningHistoryRow): ProvisioningMessage {
  return { ...(readStoredJson(request) as object), requestor_id, requestor_name };
}
