import type { AnyRuleEffect, ConditionSubject, ProvisioningEffect, RuleEffect } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { createListHistory, type ListOverrides } from '../merchant-lists/index.ts';
import type { RuleSet } from './bank-rules.ts';
import { bankRulesOf, listsOfRules } from './rule-cache.ts';
import { isOfEdition, readEditionTimes, readSpans } from './rule-span-store.ts';

/** The rules of a bank in each edition, for replays. */
export interface RuleHistory<Effect = RuleEffect> {
  /** Returns the rules in an edition; undefined if the bank had none. */
  at(edition: number): RuleSet<Effect> | undefined;
  /** The edition in force at a time. */
  editionAt(at: Date): number;
}

/** Reads all editions of the rules, and the lists that the rules name. */
export async function readRuleHistory(
  tx: Tx,
  bankId: string,
  subject: ConditionSubject = 'authorization',
  overrides?: ListOverrides,
): Promise<RuleHistory> {
  const times = await readEditionTimes(tx, bankId);
  const latest = times.at(-1)?.edition ?? 0n;
  const rows = await readSpans(tx, bankId, 0n, subject);
  const lists = createListHistory(bankId, overrides);
  await lists.loadUntil(tx, listsOfRules(rows), latest);
  const ruleSets = new Map<number, RuleSet | undefined>();
  return {
    at(edition) {
      if (!ruleSets.has(edition)) {
        // a replay passes through the editions in order, so it needs few of them at a time
        if (ruleSets.size >= MAX_CACHED_SETS) ruleSets.clear();
        const of = BigInt(edition);
        ruleSets.set(
          edition,
          bankRulesOf(
            rows.filter((row) => isOfEdition(row, of)),
            lists.at(edition),
          ),
        );
      }
      return ruleSets.get(edition);
    },
    editionAt: (at) => Number(times.findLast((one) => one.at.getTime() <= at.getTime())?.edition ?? 0n),
  };
}

/** Reads all editions of the rules on requests for tokens, which have effects of their own. */
export async function readProvisioningRuleHistory(tx: Tx, bankId: string): Promise<RuleHistory<ProvisioningEffect>> {
  const history: RuleHistory<AnyRuleEffect> = await readRuleHistory(tx, bankId, 'provisioning');
  return history as RuleHistory<ProvisioningEffect>;
}

/** Editions whose compiled rules are cached. */
const MAX_CACHED_SETS = 500;
