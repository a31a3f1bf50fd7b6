import { currencyOf } from '../../../platform/kernel/money.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { findAccount, readChanges } from '../../accounts/index.ts';
import { type BankDirectory, readProgramVersions } from '../../banks/index.ts';
import { createListHistory } from '../../merchant-lists/index.ts';
import { listsOf, readRuleHistory } from '../../rules/index.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import type { AuthorizationFacts } from '../decision/facts.ts';
import { recordFacts } from '../decision/recompute.ts';
import type { RecordedFacts } from '../decision/recorded-facts.ts';
import { readTrace } from '../decision/trace.ts';
import { applyStoredDecision } from '../history/apply-stored-decision.ts';
import { readTraits } from '../history/backtest-store.ts';
import { loadLimitLists } from '../history/limit-lists.ts';
import { applyChange, factsOfReplay, openReplay, type Replay } from '../history/replay.ts';
import { historicalMessageOf, unchangingOf } from '../history/run-backtest.ts';
import type { AuthorizationRow } from '../records/authorization-history-store.ts';
import { readEffectsBefore } from './effect-store.ts';

/** The most decisions to apply before the proved one, from the opening of the account. */
const MAX_DECISIONS = 100_000;
/** Steps to apply before yielding to the event loop. */
const STEPS_PER_CHUNK = 500;

/** The facts of a stored decision, from the history of its account: exactly the input of `decide`. */
export async function rebuildFacts(tx: Tx, banks: BankDirectory, row: AuthorizationRow) {
  const bank = bankFactsOf(banks.bank(row.bank_id));
  const historical = historicalMessageOf(row as Parameters<typeof historicalMessageOf>[0]);
  if (row.card_id === null || row.account_number === null) {
    const [, [, , matches = 0] = []] = readTrace(row.trace);
    const facts = { bank, matches: Number(matches), card: undefined, account: undefined, conflicts: false };
    return recorded({ ...facts, approvalCode: row.approval_code });
  }
  const account = await findAccount(tx, row.bank_id, row.account_number);
  if (account === undefined || row.account_sequence === null) {
    return fail('state_forbids', { message: 'The decision is older than the history of its account' });
  }
  const { account_id: accountId, product_code: productCode } = account;
  const versions = await readProgramVersions(tx, row.bank_id, productCode);
  const rules = await readRuleHistory(tx, row.bank_id);
  const lists = createListHistory(row.bank_id);
  await loadLimitLists(tx, lists, row.bank_id, {
    accountIds: [accountId],
    programs: new Map([[productCode, versions]]),
  });
  const edition = historical.edition ?? rules.editionAt(historical.decidedAt);
  const { live = [], shadow = [] } = rules.at(edition) ?? {};
  const named = [...live, ...shadow].flatMap(({ condition }) => listsOf(condition));
  await lists.loadUntil(tx, named, BigInt(edition));
  const unchanging = unchangingOf(rules, lists, await readTraits(tx, row.bank_id, [accountId]));
  const replay = openReplay(accountId, currencyOf(account.currency), { productCode, versions }, unchanging);
  const steps = await applyHistory(tx, replay, row, row.account_sequence, bank);
  if (steps === undefined) {
    return fail('state_forbids', { message: `The account had more than ${MAX_DECISIONS} decisions before this one` });
  }
  return recorded(factsOfReplay(replay, historical, bank));

  function recorded(facts: AuthorizationFacts) {
    return ok<RecordedFacts>(recordFacts(facts, historical.message, historical.decidedAt));
  }
}

/** Applies everything that happened to the account before a decision, in order. Undefined if there are too many decisions. */
async function applyHistory(
  tx: Tx,
  replay: Replay,
  { bank_id: bankId, account_id: accountId }: AuthorizationRow,
  sequence: bigint,
  bank: AuthorizationFacts['bank'],
): Promise<number | undefined> {
  const effects = await readEffectsBefore(tx, bankId, accountId, sequence, MAX_DECISIONS + 1);
  if (effects.length > MAX_DECISIONS) return undefined;
  const changes = await readChanges(tx, bankId, accountId, { from: 0n, until: sequence });
  let next = 0;
  let steps = 0;
  const apply = async (before: bigint) => {
    for (let due = changes[next]; due !== undefined && due.sequence < before; due = changes[++next]) {
      applyChange(replay, due.change, bank, due.at);
      if (++steps % STEPS_PER_CHUNK === 0) await new Promise(setImmediate);
    }
  };
  for (const effect of effects) {
    await apply(effect.account_sequence);
    applyStoredDecision(replay, effect, bank);
    if (++steps % STEPS_PER_CHUNK === 0) await new Promise(setImmediate);
  }
  await apply(sequence);
  return steps;
}
