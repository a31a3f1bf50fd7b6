import { randomUUID } from 'node:crypto';
import { authorize, type IssuedCard, type Sender } from '../../../../server/src/testing/cards/issued-cards.ts';
import { nextMsgId } from '../../../../server/src/testing/test-server.ts';
import {
  type AccountInput,
  HISTORY_LIMITS,
  HISTORY_SWITCHES,
  major,
  messageOf,
  patchOf,
} from '../history/account-history.ts';
import type { History } from '../history/history.ts';
import { outcomeOfAuthorization, outcomeOfEnvelope, outcomeOfRest, type ReportedOutcome } from './reported-outcome.ts';
import { wireMessage } from './wire-message.ts';

/** An account that several callers use at once. */
export interface ActiveAccount {
  readonly accountNumber: string;
  readonly cards: readonly IssuedCard[];
  readonly openingMinor: number;
  readonly history: History<AccountInput>;
  /** References of its messages, answered or not. */
  readonly references: string[];
}

export interface AccountRequest {
  /** Sends the request, with the same id at each call. */
  readonly send: () => Promise<ReportedOutcome>;
  /** Whether the request only reads, so that each repeat gets a new answer. */
  readonly isQuestion: boolean;
}

type Body = Record<string, unknown>;

/** Makes the request for an input. */
export function accountRequest(
  sender: Sender,
  account: Pick<ActiveAccount, 'accountNumber' | 'cards'>,
  input: AccountInput,
): AccountRequest {
  const { accountNumber, cards } = account;
  const envelope = (
    operation: string,
    body: Body,
    outputOf: Parameters<typeof outcomeOfEnvelope>[1],
    isQuestion = false,
  ) => {
    const header = { msg_id: nextMsgId() };
    const send = async () => outcomeOfEnvelope(await sender.envelope(operation, body, { header }), outputOf);
    return isQuestion ? question(send) : { isQuestion, send };
  };
  const identifier = { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
  const card = 'card' in input ? cards[input.card]! : cards[0]!;
  const onCard = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
  switch (input.kind) {
    case 'authorize': {
      const message = wireMessage(card, messageOf(input), { Retrieval_Reference_Number: input.reference });
      return { isQuestion: false, send: async () => outcomeOfAuthorization(await authorize(sender, message)) };
    }
    case 'reverse':
    case 'complete':
      return ending(sender, input);
    case 'reservation': {
      const url = `/V2/authorizations/${input.reference}`;
      const outputOf = ({ json }: { json: Body }) => `200 ${json.state} ${json.reserved_amount ?? '0.00'}`;
      return question(async () => outcomeOfRest(await sender.request({ url, as: 'demo-bank' }), outputOf));
    }
    case 'limits': {
      const url = `/V2/limits?account_number=${accountNumber}`;
      const outputOf = ({ json }: { json: Body }) =>
        (json.items as { id: string; used: string }[]).map(({ id, used }) => `${id} ${used}`).join();
      return question(async () => outcomeOfRest(await sender.request({ url, as: 'demo-bank' }), outputOf));
    }
    case 'post': {
      const body = { ...identifier, transaction: transactionOf(input) };
      return envelope('accounts.post-transaction', body, (answer) => `000 ${answer.body.available_amount}`);
    }
    case 'set': {
      const body = { accountNumber: card.cardNumber, cardSettings: patchOf(input) };
      return envelope('card-settings.update-settings', body, switchStates);
    }
    case 'settings':
      return envelope('card-settings.get-settings', { accountNumber: card.cardNumber }, switchStates, true);
    case 'restrict': {
      const restriction = { restriction_type: input.type, isAllowed: input.isAllowed };
      return envelope('restrictions.set-restriction', { ...onCard, restriction }, () => '000');
    }
    case 'status': {
      const status = { type: 'card_status', value: input.value };
      return envelope('cards.change-status', { ...onCard, status }, () => '000');
    }
    case 'balance': {
      const amounts = ({ body }: { body: { balances: { amount: string }[] } }) =>
        body.balances.map(({ amount }) => amount).join(' ');
      return envelope('accounts.enquire-balance', identifier, amounts, true);
    }
  }
}

function transactionOf({ code, minor }: Extract<AccountInput, { kind: 'post' }>): Body {
  return {
    transaction_code: code,
    transaction_date: '2026-11-20',
    amount: major(minor),
    currency: 'AED',
    transaction_ref_number: 'CHAOS',
  };
}

/** Creates a read. Each repeat gets a new answer, and none is stored. */
function question(send: () => Promise<ReportedOutcome>): AccountRequest {
  const sendAgain = async () => {
    const outcome = await send();
    return outcome.kind === 'done' ? { ...outcome, isFinal: false } : outcome;
  };
  return { isQuestion: true, send: sendAgain };
}

function ending(sender: Sender, input: Extract<AccountInput, { kind: 'reverse' | 'complete' }>): AccountRequest {
  const url = `/V2/authorizations/${input.reference}/${input.kind === 'reverse' ? 'reversal' : 'completion'}`;
  const headers = { 'idempotency-key': randomUUID() };
  const payload = input.minor === undefined ? {} : { amount: major(input.minor) };
  const outputOf = ({ json }: { json: Body }) =>
    ['200', json.state, json.amount, json.reserved_amount, json.available_amount]
      .filter((value) => value !== undefined)
      .join(' ');
  return {
    isQuestion: false,
    send: async () =>
      outcomeOfRest(await sender.request({ method: 'POST', url, as: 'demo-network', headers, payload }), outputOf),
  };
}

/** The settings of the model, in its order. A switch that was never set is on. */
function switchStates({ body }: { body: { cardSettings: Record<string, string> } }): string {
  const { cardSettings } = body;
  const switches = HISTORY_SWITCHES.map((name) => `${name}=${cardSettings[`${name}Status`] ?? 'ON'}`);
  const others = [...HISTORY_LIMITS, 'dailyCounter', 'counter3'].map((name) => `${name}=${cardSettings[name]}`);
  return [...switches, ...others].join(' ');
}
