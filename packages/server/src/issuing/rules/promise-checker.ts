import { randomUUID } from 'node:crypto';
import { ANALYSIS_LIMIT_MS, writeJson } from '@cardwright/contract';
import type { Logger } from 'pino';
import {
  type ChangeRequestRow,
  findBanksToAnalyze,
  type RehearseChange,
  RULE_CHECK_CHANNEL,
  readToAnalyze,
  storeAnalysis,
} from '../../platform/change-requests/index.ts';
import { required } from '../../platform/kernel/required.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { createQueuePoll, type Database } from '../../platform/storage/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import type { QuestionAnswer } from './analysis/analyze.ts';
import { type AnalysisTask, createRuleAnalyzer } from './analysis/analyzer.ts';
import { analyzeComparison } from './analyze-comparison.ts';
import { toCheckedPromises } from './checked-promises.ts';
import { comparisonOfRules } from './compare-rules.ts';
import { type DueCheck, readDueCheck } from './promise-check.ts';
import {
  claimChecks,
  findBanksWithProposals,
  findCheck,
  type PromiseCheckRow,
  readBasis,
  releaseChecks,
  storeCheck,
} from './promise-check-store.ts';
import { readProposedVersions } from './proposed-version-store.ts';
import { findRule, type RuleVersionRow } from './rule-store.ts';

/** Finds the checks of servers that are gone. All changes on which a check depends notify the channel. */
const LOOK_EVERY_MS = 30_000;
const MAX_PROPOSALS = 100;
const LIMITS = { questionMs: ANALYSIS_LIMIT_MS.usual, totalMs: 30_000 };

interface Deps {
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rehearse: RehearseChange;
}

type Proposal = Pick<RuleVersionRow, 'rule_id' | 'version'>;

/**
 * Checks proposed versions and changes that wait for a second person against the promises of their bank, again whenever the
 * rules, lists or promises change. One of several servers does it for a bank. It has an analyzer of its own, so that people
 * who analyze rules do not wait for it.
 */
export function createPromiseChecker(deps: Deps) {
  const { database, logger } = deps;
  const analyzer = createRuleAnalyzer();
  const lease = randomUUID();
  let isEnding = false;

  const analyze = async (bankId: string, name: string, task: Omit<AnalysisTask, 'limits'>) => {
    try {
      return (await analyzer.analyze(bankId, { ...task, limits: LIMITS })).answers;
    } catch (error) {
      logger.warn({ err: error, bank: bankId, rule: name }, 'cannot check a rule against promises');
      return undefined;
    }
  };
  const checkProposal = async (bankId: string, proposal: Proposal): Promise<void> => {
    const due = await findDue(deps, bankId, proposal);
    if (due === undefined || isEnding) return;
    const { subject, setting, checkId } = due;
    const answers = (await analyze(bankId, proposal.rule_id, { subject, setting })) ?? undecided(due);
    // a thread that ended with the server decided nothing
    if (isEnding) return;
    const check = { check_id: checkId, checked_at: deps.clock.now(), ...resultOf(due, answers) };
    await storeCheck(database, bankId, proposal, check);
  };
  const checkChange = async (bankId: string, row: ChangeRequestRow, basis: string): Promise<void> => {
    const now = deps.clock.now();
    const comparison = await deps.rehearse(bankId, row, comparisonOfRules(deps.banks), now);
    const result = await analyzeComparison(comparison, (task) => analyze(bankId, row.subject, task));
    if (isEnding) return;
    const stored = { ...result, checkId: comparison?.checkId ?? '', basis, at: now };
    await storeAnalysis(database, bankId, row.change_request_id, stored);
  };
  const checkBank = async (bankId: string): Promise<void> => {
    const proposals = await readProposedVersions(database, bankId, MAX_PROPOSALS);
    const basis = await readBasis(database, bankId);
    const changes = await readToAnalyze(database, bankId, deps.clock.now(), basis);
    const checks = [
      ...proposals.map((one) => () => checkProposal(bankId, one)),
      ...changes.map((one) => () => checkChange(bankId, one, basis)),
    ];
    for (const check of checks) {
      if (isEnding || !(await claimChecks(database, bankId, lease))) return;
      // one that cannot be checked delays no other
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
      await poll.stop();
    },
  };
}

/**
 * The check of a proposal that is not stored yet. What it reads can change between two statements. The check then has an
 * id that the approval never expects.
 */
async function findDue(
  { database, banks, clock }: Deps,
  bankId: string,
  { rule_id, version }: Proposal,
): Promise<DueCheck | undefined> {
  const bank = required(banks.bank(bankId), 'the bank of a proposal');
  const rule = required(await findRule(database, bankId, rule_id), 'the rule of a proposal');
  const proposal = { rule, version: { rule_id, version, state: 'PROPOSED' as const } };
  const due = await readDueCheck(database, bank, proposal, clock.now());
  const stored = await findCheck(database, bankId, { rule_id, version });
  return stored?.check_id === due?.checkId ? undefined : due;
}

function undecided({ subject }: DueCheck): QuestionAnswer[] {
  return subject.promises.map(({ name }) => ({ question: 'KEEPS_PROMISE', other: name, verdict: 'UNDECIDED' }));
}

function resultOf(
  { subject, setting }: DueCheck,
  answers: readonly QuestionAnswer[],
): Pick<PromiseCheckRow, 'state' | 'result'> {
  const { promises, free } = toCheckedPromises(subject, setting, answers);
  const has = (state: PromiseCheckRow['state']) => promises.some((one) => one.state === state);
  const state = has('BROKEN') ? 'BROKEN' : has('UNDECIDED') ? 'UNDECIDED' : 'KEPT';
  return { state, result: writeJson({ promises, free } as never) };
}
