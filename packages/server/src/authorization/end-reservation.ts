import {
  type EndReservationRequest,
  type EndReservationResponse,
  IDEMPOTENCY_KEY_HEADER,
  type reverseAuthorization,
} from '@cardwright/contract';
import { lockAccount, moveFunds, recordChange } from '../accounts/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { type Currency, currencyOf, formatAmount, parseAmount } from '../kernel/money.ts';
import { required } from '../kernel/required.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { OperationContext, RestError } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import {
  type AuthorizationEventRow,
  type AuthorizationRow,
  readAuthorizationEvents,
} from './authorization-history-store.ts';
import { countEnding } from './count-ending.ts';
import { type AuthorizationName, findAuthorization, referenceText, STATES } from './find-authorization.ts';
import { type Ending, type Reservation, toChange } from './reservation.ts';
import { endReservation, type NewEvent, readReservation } from './reservation-store.ts';

type Input = AuthorizationName & {
  body: EndReservationRequest;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** Identifies a request among those to one authorization. */
interface RequestKey {
  readonly toStore: Pick<NewEvent, 'requestKey' | 'contentVersion'>;
  isOf(event: AuthorizationEventRow): boolean;
}

type Plan = (reservation: Reservation, amountMinor: bigint | undefined) => Ending | string;

/** Ends what is reserved, whole or in part, once for each request. */
export async function carryOutEnding(
  { banks, vault }: { banks: BankDirectory; vault: Vault },
  context: OperationContext,
  input: Input,
  kind: 'REVERSAL' | 'COMPLETION',
  plan: Plan,
): Promise<Result<{ body: EndReservationResponse; replayed: boolean }, RestError<typeof reverseAuthorization>>> {
  const { tx, caller, now, audit } = context;
  const found = await findAuthorization(tx, banks, caller, input);
  if (!found.ok) return found;
  const row = found.value;
  const account = row.currency === null ? undefined : await lockAccount(tx, row.bank_id, row.account_id);
  if (account === undefined)
    return fail('state_forbids', { message: 'The authorization was declined: nothing is reserved' });
  const money = currencyOf(account.currency);
  const amount = input.body.amount === undefined ? undefined : parseAmount(input.body.amount, money.exponent);
  if (input.body.amount !== undefined && (amount === undefined || (amount === 0n && kind === 'REVERSAL'))) {
    return fail('wrong_format', {
      path: 'amount',
      message: `must be an amount with at most ${money.exponent} decimals`,
    });
  }
  const asked = keyOfRequest(vault, kind, input, amount);
  const repeated = (await readAuthorizationEvents(tx, row.bank_id, row)).find(asked.isOf);
  if (repeated !== undefined) {
    if (amount !== undefined && amount !== repeated.amount_minor) {
      return fail('state_forbids', { message: 'This Idempotency-Key was used for another amount' });
    }
    // the same request gets the first answer again
    audit(row.bank_id, `authorization:${referenceText(row)}`, 'replayed');
    return ok({ body: JSON.parse(repeated.answer) as EndReservationResponse, replayed: true });
  }
  const reservation = await readReservation(tx, row.bank_id, row);
  const ending = plan({ state: reservation.state, reservedMinor: reservation.reserved_minor }, amount);
  if (typeof ending === 'string') return fail('state_forbids', { message: ending });
  const available = await moveFunds(tx, row.bank_id, row.account_id, ending.funds);
  const bank = required(banks.bank(row.bank_id), 'the bank of an authorization');
  await countEnding(tx, bank, account, ending, { countedAt: row.decided_at, now });
  const body = answerOf(row, ending, money, available);
  const event = {
    event: reservation.next_event,
    kind,
    amountMinor: ending.amountMinor,
    ...asked.toStore,
    answer: JSON.stringify(body),
  };
  await endReservation(tx, row.bank_id, row, ending, event, now);
  await recordChange(tx, row.bank_id, row.account_id, toChange(row, ending), now);
  const before = {
    state: STATES[reservation.state],
    reserved: formatAmount(reservation.reserved_minor, money.exponent),
  };
  const after = { state: body.state, reserved: body.reserved_amount };
  audit(row.bank_id, `authorization:${referenceText(row)}`, kind, { amount: body.amount }, { before, after });
  return ok({ body, replayed: false });
}

/**
 * What makes a request the same one when it comes again: the caller's key, or else what it asks for. The key is stored
 * as a hash, because it is free text of the caller and may hold anything.
 */
function keyOfRequest({ contents }: Vault, kind: string, input: Input, amount: bigint | undefined): RequestKey {
  const key = input.headers[IDEMPOTENCY_KEY_HEADER];
  if (typeof key !== 'string' || key === '') {
    const requestKey = `${kind} ${amount ?? 'whole'}`;
    return {
      toStore: { requestKey, contentVersion: null },
      isOf: (event) => event.request_key === requestKey,
    };
  }
  const start = `${kind} key `;
  const { hash, version } = contents.hash(key);
  return {
    toStore: { requestKey: `${start}${hash.toString('hex')}`, contentVersion: version },
    isOf: ({ request_key: stored, content_version: madeBy }) =>
      stored.startsWith(start) &&
      madeBy !== null &&
      contents.isOf({ hash: Buffer.from(stored.slice(start.length), 'hex'), version: madeBy }, key),
  };
}

function answerOf(
  row: AuthorizationRow,
  ending: Ending,
  money: Currency,
  availableMinor: bigint,
): EndReservationResponse {
  const text = (minor: bigint) => formatAmount(minor, money.exponent);
  return {
    retrieval_reference_number: referenceText(row),
    state: STATES[ending.state],
    currency: money.code,
    amount: text(ending.amountMinor),
    reserved_amount: text(ending.reservedMinor),
    available_amount: text(availableMinor),
  };
}
