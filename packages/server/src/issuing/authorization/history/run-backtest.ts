import { OWN_RULES } from '@cardwright/contract';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { type RecordedChange, readChanges } from '../../accounts/index.ts';
import type { ListHistory } from '../../merchant-lists/index.ts';
import type { RuleHistory } from '../../rules/index.ts';
import type { Decision } from '../decision/decide.ts';
import type { AuthorizationMessage, BankFacts } from '../decision/facts.ts';
import { exceptionOfTrace } from '../decision/rules/exception.ts';
import { partnerOfTrace } from '../decision/rules/partner.ts';
import { reversedBeforeOfTrace } from '../decision/rules/reversed-before.ts';
import { sharedLimitsAt } from '../decision/rules/shared-limits-at.ts';
import { tokenOfTrace } from '../decision/rules/token.ts';
import { messageOfRaw } from '../decision/stored-message.ts';
import { readTrace } from '../decision/trace.ts';
import {
  HISTORICAL_ROWS_PER_READ,
  type HistoricalRow,
  type RowOfSequence,
  readHistoricalRows,
} from './backtest-store.ts';
import type { HistoricalMessage, Unchanging } from './historical-message.ts';
import { applyChange, decideAgain, type Replay } from './replay.ts';

/** Steps of an account's sequence to read at once. */
const STEPS_PER_READ = 2_000n;
/** Messages to decide before yielding to the event loop, so that live traffic does not wait for a backtest. */
const DECISIONS_PER_CHUNK = 100;

export interface ReplayedDecision {
  readonly row: HistoricalRow;
  readonly message: AuthorizationMessage;
  readonly decision: Decision;
}

export interface AccountHistory {
  readonly bankId: string;
  readonly accountId: bigint;
  /** The current sequence of the account. */
  readonly sequence: bigint;
  readonly before: Date;
}

/**
 * Replays an account from its opening: changes and decisions in the order of its sequence.
 * @param beforeEach called with the time of each step before it takes effect
 */
export async function* replayHistory(
  tx: Tx,
  history: AccountHistory,
  replay: Replay,
  bank: BankFacts,
  beforeEach: (at: Date) => void,
): AsyncGenerator<ReplayedDecision> {
  const { bankId, accountId, sequence, before } = history;
  let decisionCount = 0;
  // declines since the last change have the next sequence number
  for (let from = 0n; from <= sequence; from += STEPS_PER_READ) {
    const range = { from, until: from + STEPS_PER_READ, before };
    let changes: readonly RecordedChange[];
    let next = 0;
    let rows: readonly RowOfSequence[] = [];
    do {
      rows = await readHistoricalRows(tx, bankId, accountId, range, rows.at(-1));
      // read again after each page, because changes before its decisions may be new
      changes = await readChanges(tx, bankId, accountId, range);
      for (const row of rows) {
        // only the declines before a change share its sequence number, so it precedes every decision with a higher one
        for (let due = changes[next]; due !== undefined && due.sequence < row.account_sequence; due = changes[++next]) {
          const { change, at } = due;
          beforeEach(at);
          applyChange(replay, change, bank, at);
        }
        beforeEach(row.decided_at);
        const message = historicalMessageOf(row);
        yield { row, message: message.message, decision: decideAgain(replay, message, bank) };
        decisionCount += 1;
        if (decisionCount % DECISIONS_PER_CHUNK === 0) await new Promise(setImmediate);
      }
    } while (rows.length === HISTORICAL_ROWS_PER_READ);
    for (const { change, at } of changes.slice(next)) {
      if (at >= before) break;
      beforeEach(at);
      applyChange(replay, change, bank, at);
    }
  }
}

/** The message as it was stored. The form of its card number and the partner's answer come from the trace. */
export function historicalMessageOf(row: HistoricalRow): HistoricalMessage {
  return {
    key: row.message_key,
    cardId: row.card_id,
    message: messageOfRaw(readStoredJson(row.message), numberFormOf(row.trace)),
    decidedAt: row.decided_at,
    approvalCode: row.approval_code,
    edition: editionOf(row.trace),
    partner: row.trace.includes(PARTNER_STEP) ? partnerOfTrace(readTrace(row.trace)) : undefined,
    programVersion: programVersionOf(row.trace),
    sharedLimitsAt: sharedLimitsAt(row.trace),
    reversedBefore: reversedBeforeOfTrace(row.trace),
    token: tokenOfTrace(row.trace),
    exception: exceptionOfTrace(row.trace),
  };
}

/**
 * The edition of the bank's rules and lists that decided the message. It is 0, the edition of no rules, if they would have been
 * evaluated but left no trace.
 */
function editionOf(trace: string): number | undefined {
  const edition = (LISTS_EDITION.exec(trace) ?? EDITION.exec(trace))?.[1];
  if (edition !== undefined) return Number(edition);
  return trace.includes(FUNDS_STEP) ? 0 : undefined;
}

const EDITION = new RegExp(`\\["${OWN_RULES}",(\\d+)`);
const LISTS_EDITION = /\["LISTS",(\d+)\]/;
const FUNDS_STEP = '["FUNDS",';

/** The inputs of a replay that come from the bank. */
export function unchangingOf(rules: RuleHistory, lists: ListHistory, traits: Unchanging['traits']): Unchanging {
  const editionAt = ({ edition, decidedAt }: HistoricalMessage) => edition ?? rules.editionAt(decidedAt);
  return {
    traits,
    ownRules: (message) => rules.at(editionAt(message)),
    lists: (message) => lists.at(editionAt(message)),
  };
}

/** The trace step with a partner's answer. Most traces lack it, so they are not parsed. */
const PARTNER_STEP = '["PARTNER",';

type NumberForm = AuthorizationMessage['numberForm'];

/** The first value that the second rule saw. Parsing whole traces would take a sixth of the time of a bank's backtest. */
const NUMBER_FORM = /^\[\["[A-Z_]+",\d+\],\["[A-Z_]+","(full|masked)"/;

/** Texts contain only escaped quotes, so no text matches a step. */
const PROGRAM_STEP = '["PROGRAM","';
const PROGRAM_VERSION = /\["PROGRAM","(?:[^"\\]|\\.)*",(\d+)\]/;

function programVersionOf(trace: string): number | undefined {
  const version = trace.includes(PROGRAM_STEP) ? PROGRAM_VERSION.exec(trace)?.[1] : undefined;
  return version === undefined ? undefined : Number(version);
}

function numberFormOf(trace: string): NumberForm {
  const numberForm = NUMBER_FORM.exec(trace)?.[1] as NumberForm | undefined;
  if (numberForm !== undefined) return numberForm;
  const [, [, form]] = readTrace(trace) as unknown as [unknown, [string, NumberForm]];
  return form;
}
