import type { Bank } from '../../../platform/kernel/bank.ts';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import type { BatchAnswer } from '../batch/batch.ts';
import type { PendingMessage } from '../batch/queue-entry.ts';
import { accountOf, UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import {
  decodeForwardedAnswer,
  decodeForwardedMessage,
  encodeForwardedAnswer,
  encodeForwardedFailure,
  encodeForwardedMessage,
  type ForwardedMessage,
} from './forwarded-message.ts';
import type { LaneRouting } from './lane-routing.ts';

/** Processes that share one port, each of which decides for a part of the accounts. Texts have no line breaks. */
export interface OtherProcesses {
  /** Which of them this one is, from 0. */
  readonly place: number;
  readonly count: number;
  /** Asks the process of a place; undefined where that is this one, or it would be asked in vain. */
  askerOf(place: number): ((text: string) => Promise<string>) | undefined;
  answer(answer: (text: string) => Promise<string>): void;
  /** Resolves when nothing more comes from them. */
  close(): Promise<void>;
}

/** The other one gives up so much earlier, so that its answer is here in time. */
const WAY_BACK_MS = 20;

export interface ForwardingDeps {
  decideHere(message: Omit<ForwardedMessage, 'bankId'>, bank: Bank): Promise<BatchAnswer>;
  bank(bankId: string): Bank | undefined;
  readonly places: LaneRouting;
}

/**
 * Hands messages to the process that decides for their accounts, so that each account is in one lane of the machine: its
 * settings are remembered there, its batches are as large as with one process, and nobody meets its lock. Exactness needs none of
 * this: it comes from the lock of the account's row. So a process that is away is not waited for.
 * @returns whether another process decides the message
 */
export function createForwarding(
  others: OtherProcesses,
  { decideHere, bank: bankOf, places }: ForwardingDeps,
): (message: PendingMessage) => boolean {
  others.answer(async (text) => {
    try {
      const { bankId, ...message } = decodeForwardedMessage(text);
      const bank = bankOf(bankId);
      // a bank that was configured a moment ago
      if (bank === undefined) throw new Overloaded('the bank of the message is not known here yet');
      return encodeForwardedAnswer(await decideHere({ ...message, deadline: message.deadline - WAY_BACK_MS }, bank));
    } catch (error) {
      return encodeForwardedFailure(error);
    }
  });
  return (pending) => {
    const { submission, references } = pending;
    const [card] = references;
    const account = accountOf(references);
    if (card === undefined || account === UNKNOWN_ACCOUNT || submission.bank === undefined) return false;
    const ask = others.askerOf(places.of(account).process);
    if (ask === undefined) return false;
    const { bank, deadline, traceParent } = submission;
    if (pending.begins()) {
      ask(encodeForwardedMessage({ item: submission, bankId: bank.bankId, card, deadline, traceParent })).then(
        (text) => settle(pending, text),
        (error: unknown) => pending.fail(new OutcomeUnknown('the process that decides was lost', { cause: error })),
      );
    }
    return true;
  };
}

function settle(pending: PendingMessage, text: string): void {
  try {
    pending.answer(decodeForwardedAnswer(text, pending.submission.kept));
  } catch (error) {
    pending.fail(error);
  }
}
