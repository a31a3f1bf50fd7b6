import { randomUUID } from 'node:crypto';
import { writeJson } from '@cardwright/contract';
import type { Logger } from 'pino';
import {
  type ChangeRequestRow,
  findBanksToAnalyze,
  type RehearseChange,
  RULE_CHECK_CHANNEL,
  readToAnalyze,
  storeAnalysis,
  storeConfirmation,
} from '../../../platform/change-requests/index.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { createQueuePoll, type Database } from '../../../platform/storage/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { createRuleAnalyzer } from '../analysis/analyzer.ts';
import { type AnalyzeTask, analysisWithin, analyzeChange, checkPromises, stateOf } from '../analyze-comparison.ts';
import { type ChangeComparison, comparisonOfChanges } from '../compare-changes.ts';
import type { DecisionReader } from '../decision-reader.ts';
import { readProposedVersions } from '../proposed-version-store.ts';
import { findRule, type RuleVersionRow } from '../rule-store.ts';
import { readDueCheck } from './promise-check.ts';
import {
  claimChecks,
  findBanksWithProposals,
  findCheck,
  readBasis,
  releaseChecks,
  storeCheck,
} from './promise-check-store.ts';

/** Finds the checks of servers that have stopped. All changes that a check depends on notify the channel. */
const LOOK_EVERY_MS = 30_000;
const MAX_PROPOSALS = 100;
/**
 * Longer than for a person who waits, because an undecided question blocks an approval. `totalMs` is for one proposal
 * or change.
 */
const LIMITS = { questionMs: 10_000, totalMs: 30_000 };

interface Deps {
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly decisions: DecisionReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rehearse: RehearseChange;
}

type Proposal = Pick<RuleVersionRow, 'rule_id' | 'version'>;

/**
 * Checks proposed versions and changes that wait for a second person against the promises of their bank, again whenever
 * the rules, lists or promises change. Only one server at a time does this for a bank. It has an analyzer of its own,
 * so that people who analyze rules do not wait for it. The stop ends a running analysis, which can take longer than the
 * server has to end.
 */
export function createPromiseChecker(deps: Deps) {
  const { database, logger } = deps;
  const analyzer = createRuleAnalyzer(deps.decisions.worker);
  const lease = randomUUID();
  let isEnding = false;
  const analyze = (bankId: string, rule: string) =>
    undecidedOnFailure(analysisWithin(analyzer, bankId, LIMITS), (err) => {
      if (!isEnding) logger.warn({ err, bank: bankId, rule }, 'cannot check a rule against promises');
    });
  const checkProposal = async (bankId: string, proposal: Proposal): Promise<void> => {
    const due = await findDue(deps, bankId, proposal);
    if (due === undefined || isEnding) return;
    const result = await checkPromises(due, analyze(bankId, proposal.rule_id));
    // a thread that ended with the server decided nothing
    if (isEnding) return;
    const promises = result.promises.map(({ on: _, ...promise }) => promise);
    const state = stateOf(promises.map((promise) => promise.state));
    const content = writeJson({ promises, free: result.free } as never);
    const check = { check_id: due.checkId, checked_at: deps.clock.now(), state, result: content };
    await storeCheck(database, bankId, proposal, check);
  };
  const checkChange = async (bankId: string, row: ChangeRequestRow, basis: string): Promise<void> => {
    const now = deps.clock.now();
    const comparison = await deps.rehearse(bankId, row, comparisonOfChanges(deps.banks, deps.decisions), now);
    const checkId = comparison?.checkId ?? '';
    if (checkId === row.analysis_id)
      return await storeConfirmation(database, bankId, row.change_request_id, { basis, at: now });
    const result = await analyzeChange(comparison, analyze(bankId, row.subject));
    if (isEnding) return;
    await storeAnalysis(database, bankId, row.change_request_id, { ...result, checkId, basis, at: now });
  };
  const checkBank = async (bankId: string): Promise<void> => {
    const proposals = await readProposedVersions(database, bankId, MAX_PROPOSALS);
    const basis = await readBasis(database, bankId, deps.clock.now());
    const changes = await readToAnalyze(database, bankId, deps.clock.now(), basis);
    const checks = [
      ...proposals.map((one) => () => checkProposal(bankId, one)),
      ...changes.map((one) => () => checkChange(bankId, one, basis)),
    ];
    for (const check of checks) {
      if (isEnding || !(await claimChecks(database, bankId, lease))) return;
      // a proposal that cannot be checked delays no other
      await check().catch((error: unknown) =>
        logger.warn({ err: error, bank: bankId }, 'failed to check a proposal or a change; retrying'),
      );
    }
  };
  const look = async (): Promise<void> => {
    const banks = new Set([...(await findBanksWithProposals(database)), ...(await findBanksToAnalyze(database))]);
    for (const bankId of banks) {
      await checkBank(bankId);
      await releaseChecks(database, bankId, lease);
    }
  };
  const poll = createQueuePoll(database, look, {
    channel: RULE_CHECK_CHANNEL,
    everyMs: LOOK_EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'failed to check proposals; retrying'),
  });
  return {
    start: poll.start,
    /** Checks all proposals. Resolves when every check is stored. */
    idle: poll.idle,
    stop: async () => {
      isEnding = true;
      await analyzer.close();
      await poll.stop();
    },
  };
}

/** Leaves the questions of an analysis that fails undecided. */
function undecidedOnFailure(analyze: AnalyzeTask, onError: (error: unknown) => void): AnalyzeTask {
  return (task) =>
    analyze(task).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
}

/**
 * Finds the check of a proposal, if it is not stored yet. The data can change between two statements. The check then
 * has an id that no approval expects.
 */
async function findDue(
  { database, banks, decisions, clock }: Deps,
  bankId: string,
  { rule_id, version }: Proposal,
): Promise<ChangeComparison | undefined> {
  const bank = requireValue(banks.bank(bankId), 'the bank of a proposal');
  const rule = requireValue(await findRule(database, bankId, rule_id), 'the rule of a proposal');
  const proposal = { rule, version: { rule_id, version, state: 'PROPOSED' as const } };
  const due = await readDueCheck({ tx: database, bank, now: clock.now() }, decisions, proposal);
  const stored = await findCheck(database, bankId, { rule_id, version });
  return stored?.check_id === due?.checkId ? undefined : due;
}
