import type { Bank } from '../../../platform/kernel/bank.ts';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import type { QueueEntry } from '../batch/queue-entry.ts';
import type { AuthorizationResponse } from '../message/authorization-response.ts';
import { accountOf, UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import {
  decodeForwardedMessage,
  decodeForwardedResponse,
  encodeForwardedFailure,
  encodeForwardedMessage,
  encodeForwardedResponse,
  type ForwardedMessage,
} from './forwarded-message.ts';
import type { LaneRouting } from './lane-routing.ts';

/** The processes that share one port. Each decides for a part of the accounts. The texts between them have no line breaks. */
export interface OtherProcesses {
  /** The number of this process, from 0. */
  readonly place: number;
  readonly count: number;
  /** A function that sends a text to the process with a number; undefined for this process, and for one that is not running. */
  requesterOf(place: number): ((text: string) => Promise<string>) | undefined;
  answer(answer: (text: string) => Promise<string>): void;
  /** Resolves when the other processes send nothing more. */
  close(): Promise<void>;
}

/** The other process gives up this much earlier, so that its response arrives in time. */
const RESPONSE_MARGIN_MS = 20;

export interface ForwardingDeps {
  decideHere(message: Omit<ForwardedMessage, 'bankId'>, bank: Bank): Promise<AuthorizationResponse>;
  bank(bankId: string): Bank | undefined;
  readonly routing: LaneRouting;
}

/**
 * Forwards messages to the process that decides for their accounts, so that each account is in one lane of the machine:
 * that process caches its settings, batches are as large as with one process, and no two processes contend for its
 * lock. Correctness does not depend on forwarding: it comes from the lock of the account's row. So this process decides
 * a message itself while the other process is not running.
 * @returns whether another process decides the message
 */
export function createForwarding(
  others: OtherProcesses,
  { decideHere, bank: bankOf, routing }: ForwardingDeps,
): (entry: QueueEntry) => boolean {
  others.answer(async (text) => {
    try {
      const { bankId, ...message } = decodeForwardedMessage(text);
      const bank = bankOf(bankId);
      // the configuration of the other process may have a bank that this one has not read yet
      if (bank === undefined) throw new Overloaded('the bank of the message is not known here yet');
      return encodeForwardedResponse(
        await decideHere({ ...message, deadline: message.deadline - RESPONSE_MARGIN_MS }, bank),
      );
    } catch (error) {
      return encodeForwardedFailure(error);
    }
  });
  return (entry) => {
    const { request, references, deadline } = entry;
    const [card] = references;
    const account = accountOf(references);
    if (card === undefined || account === UNKNOWN_ACCOUNT || request.bank === undefined) return false;
    const forward = others.requesterOf(routing.of(account).process);
    if (forward === undefined) return false;
    if (entry.start()) {
      forward(encodeForwardedMessage({ request, bankId: request.bank.bankId, card, deadline })).then(
        (text) => settle(entry, text),
        (error: unknown) => entry.reject(new OutcomeUnknown('the process that decides was lost', { cause: error })),
      );
    }
    return true;
  };
}

function settle(entry: QueueEntry, text: string): void {
  try {
    entry.resolve(decodeForwardedResponse(text, entry.request.raw));
  } catch (error) {
    entry.reject(error);
  }
}
