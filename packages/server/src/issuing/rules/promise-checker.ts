import { ANALYSIS_LIMIT_MS, writeJson } from '@cardwright/contract';
import type { Logger } from 'pino';
import { required } from '../../platform/kernel/required.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { createQueuePoll, type Database } from '../../platform/storage/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import type { QuestionAnswer } from './analysis/analyze.ts';
import { createRuleAnalyzer } from './analysis/analyzer.ts';
import { toCheckedPromises } from './checked-promises.ts';
import { type DueCheck, readDueCheck } from './promise-check.ts';
import { findBanksWithProposals, findCheck, type PromiseCheckRow, storeCheck } from './promise-check-store.ts';
import { PROMISE_CHANNEL } from './promise-store.ts';
import { readProposedVersions } from './proposed-version-store.ts';
import { findRule, type RuleVersionRow } from './rule-store.ts';

/** Finds checks that became due without a notification, for example because the live rules changed. */
const LOOK_EVERY_MS = 5_000;
const MAX_PROPOSALS = 100;
const LIMITS = { questionMs: ANALYSIS_LIMIT_MS.usual, totalMs: 30_000 };

interface Deps {
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Proposal = Pick<RuleVersionRow, 'rule_id' | 'version'>;

/**
 * Checks proposed versions against the promises of their bank, again whenever the live rules or the promises change. It
 * has an analyzer of its own, so that people who analyze rules do not wait for it.
 */
export function createPromiseChecker(deps: Deps) {
  const { database, logger } = deps;
  const analyzer = createRuleAnalyzer();
  let isEnding = false;

  const checkProposal = async (bankId: string, proposal: Proposal): Promise<void> => {
    const due = await findDue(deps, bankId, proposal);
    if (due === undefined || isEnding) return;
    const { subject, setting, checkId } = due;
    const answers = await analyzer.analyze(bankId, { subject, setting, limits: LIMITS }).then(
      (analysis) => analysis.answers,
      (error: unknown) => {
        logger.warn({ err: error, bank: bankId, rule: proposal.rule_id }, 'cannot check a rule against promises');
        return undecided(due);
      },
    );
    // a thread that ended with the server decided nothing
    if (isEnding) return;
    const check = { check_id: checkId, checked_at: deps.clock.now(), ...resultOf(due, answers) };
    await storeCheck(database, bankId, proposal, check);
  };
  const look = async (): Promise<void> => {
    for (const bankId of await findBanksWithProposals(database)) {
      for (const proposal of await readProposedVersions(database, bankId, MAX_PROPOSALS)) {
        // a proposal that cannot be checked delays no other
        await checkProposal(bankId, proposal).catch((error: unknown) =>
          logger.warn({ err: error, bank: bankId, rule: proposal.rule_id }, 'failed to check a proposal; retrying'),
        );
      }
    }
  };
  const poll = createQueuePoll(database, look, {
    channel: PROMISE_CHANNEL,
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
