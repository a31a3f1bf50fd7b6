import { randomUUID } from 'node:crypto';
import {
  BankProposal,
  type BodyError,
  type Finding,
  MAX_RUNS_AT_ONCE,
  type StartBacktest,
  startBacktest,
  writeJson,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { checkProposal, openReplay, readProposalRecords } from '../authorization/index.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { addRun, countActiveRuns } from './backtest-run-store.ts';
import { findExistingAccounts, readTokensOfBank } from './bank-history-store.ts';
import { tokensOfProposal } from './proposed-tokens.ts';
import { toRunResponse } from './run-response.ts';

/** The clock of another server, and so the times of its decisions, can be ahead of this server's. */
const CLOCKS_DIFFER_MS = 3_600_000;

/**
 * Requests a backtest of the bank (docs/interface/backtests.md#start). Fails with `state_forbids` while the bank has
 * the maximum number of waiting and running backtests.
 */
export function startBacktestOperation(banks: BankDirectory) {
  return implementBankRest(startBacktest, banks, async ({ tx, bank, bankId, caller, now, audit }, { body }) => {
    const findings = [
      ...unknownMembers(body),
      ...periodFaults(body),
      ...proposalFaults(body, bank, now),
      ...(await unknownTokens(tx, bankId, body)),
      ...(await readProposalRecords(tx, banks, bankId, body.proposal, 'proposal.')).findings,
      ...(await unknownAccounts(tx, bankId, body.accounts)),
    ];
    const [first] = findings;
    if (first !== undefined) return fail(first.error, { findings });
    if ((await countActiveRuns(tx, bankId)) >= MAX_RUNS_AT_ONCE) {
      return fail('state_forbids', {
        message: `${MAX_RUNS_AT_ONCE} backtests of the bank wait or run already: one of them has to end first`,
      });
    }
    const row = await addRun(tx, bankId, {
      backtest_id: randomUUID(),
      from_at: body.from === undefined ? null : (readUtc(body.from) ?? null),
      to_at: (body.to === undefined ? undefined : readUtc(body.to)) ?? new Date(now.getTime() + CLOCKS_DIFFER_MS),
      proposal: writeJson(body.proposal as never),
      accounts: body.accounts === undefined ? null : [...new Set(body.accounts)],
      asked_by: caller.clientId,
      asked_at: now,
    });
    audit(bankId, `backtest:${row.backtest_id}`, 'started', { proposal: row.proposal });
    return ok({ body: toRunResponse(row), status: 202 });
  });
}

type ProposalFinding = Finding<BodyError | 'account_not_found' | 'token_not_found' | 'merchant_list_not_found'>;

const { properties: PROPOSED } = BankProposal;

/**
 * Refuses unknown members, which elsewhere are only a warning: a misspelled name would test another proposal. A
 * `card_identifier_id`, which a what-if of one account accepts, would restrict the proposal to one card of the whole
 * bank.
 */
function unknownMembers({ proposal }: StartBacktest): ProposalFinding[] {
  const { restrictions = [], limits = [] } = proposal;
  return [
    ...unknownOf(proposal, PROPOSED, 'proposal'),
    ...restrictions.flatMap((one, at) =>
      unknownOf(one, PROPOSED.restrictions.items.properties, `proposal.restrictions[${at}]`),
    ),
    ...limits.flatMap((one, at) => unknownOf(one, PROPOSED.limits.items.properties, `proposal.limits[${at}]`)),
  ];
}

function unknownOf(value: object, knownMembers: object, path: string): ProposalFinding[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(knownMembers, name))
    .map((name) => ({
      path: `${path}.${name}`,
      error: 'value_not_allowed',
      message: `is not known; ${Object.keys(knownMembers).join(', ')} are`,
    }));
}

function periodFaults({ from, to }: StartBacktest): ProposalFinding[] {
  if (from === undefined || to === undefined || (readUtc(from) ?? 0) < (readUtc(to) ?? 0)) return [];
  return [{ path: 'to', error: 'value_not_allowed', message: 'must be after from' }];
}

/**
 * Checks the proposal against an account without controls of its own. The result of the run counts the accounts that
 * could not set the proposal.
 */
function proposalFaults({ proposal }: StartBacktest, bank: Bank, now: Date): ProposalFinding[] {
  const replay = openReplay(0n, bank.currency);
  // unknownTokens checks the tokens
  const tokens = new Map(tokensOfProposal(proposal).map((reference) => [reference, 0n]));
  const { failure: refusal } = checkProposal(proposal, { bank, cards: new Map(), tokens, replay, now });
  return (refusal?.findings ?? []).map((finding) => ({
    ...(finding as ProposalFinding),
    path: `proposal.${finding.path}`,
  }));
}

async function unknownTokens(tx: Tx, bankId: string, { proposal }: StartBacktest): Promise<ProposalFinding[]> {
  const references = tokensOfProposal(proposal);
  const existing = await readTokensOfBank(tx, bankId, references);
  return references.flatMap((reference, at) =>
    existing.has(reference)
      ? []
      : [
          {
            path: `proposal.tokenControls[${at}].token_reference`,
            error: 'token_not_found' as const,
            message: 'is no token of the bank',
          },
        ],
  );
}

async function unknownAccounts(
  tx: Tx,
  bankId: string,
  accounts: readonly string[] | undefined,
): Promise<ProposalFinding[]> {
  if (accounts === undefined) return [];
  const existing = await findExistingAccounts(tx, bankId, accounts);
  return accounts.flatMap((number, at) =>
    existing.has(number)
      ? []
      : [{ path: `accounts[${at}]`, error: 'account_not_found' as const, message: 'is no account of the bank' }],
  );
}
