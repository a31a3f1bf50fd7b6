import {
  type EndReservationRequest,
  type EndReservationResponse,
  IDEMPOTENCY_KEY_HEADER,
  type reverseAuthorization,
} from '@cardwright/contract';
import { type Currency, currencyOf, formatAmount, parseAmount } from '../../../platform/kernel/money.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { fail, ok, type Result } from '../../../platform/kernel/result.ts';
import type { OperationContext, RestError } from '../../../platform/operation/index.ts';
import { lockAccount, moveFunds, recordChange } from '../../accounts/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { type AuthorizationRow, readAuthorizationEvents } from '../records/authorization-history-store.ts';
import { type AuthorizationName, findAuthorization, referenceText, STATES } from '../records/find-authorization.ts';
import { type Ending, type Reservation, toChange } from '../records/reservation.ts';
import { endReservation, readReservation } from '../records/reservation-store.ts';
import { countEnding } from '../statistics/count-ending.ts';

export type EndingInput = AuthorizationName & {
  body: EndReservationRequest;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

type Plan = (reservation: Reservation, amountMinor: bigint | undefined) => Ending | string;

/** Ends a reservation in full or in part, once for each request. */
export async function carryOutEnding(
  banks: BankDirectory,
  context: OperationContext,
  input: EndingInput,
  kind: 'REVERSAL' | 'COMPLETION',
  plan: Plan,
): Promise<Result<{ body: EndReservationResponse; replayed: boolean }, RestError<typeof reverseAuthorization>>> {
  const authorization = await findAuthorization(context.tx, banks, context.caller, input);
  if (!authorization.ok) return authorization;
  return await endFoundReservation(banks, context, { ...input, row: authorization.value }, kind, plan);
}

/** Ends the reservation of an authorization that the caller has found. */
export async function endFoundReservation(
  banks: BankDirectory,
  context: OperationContext,
  input: Pick<EndingInput, 'body' | 'headers'> & { readonly row: AuthorizationRow },
  kind: 'REVERSAL' | 'COMPLETION',
  plan: Plan,
): Promise<Result<{ body: EndReservationResponse; replayed: boolean }, RestError<typeof reverseAuthorization>>> {
  const { tx, now, audit } = context;
  const { row } = input;
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
  const requestKey = nameOfRequest(kind, input, amount);
  const earlier = requestKey === BY_KEY ? [] : await readAuthorizationEvents(tx, row.bank_id, row);
  const earlierEvent = earlier.find((event) => event.request_key === requestKey);
  if (earlierEvent !== undefined) {
    // a repeated request gets the stored response
    audit(row.bank_id, `authorization:${referenceText(row)}`, 'replayed');
    return ok({ body: JSON.parse(earlierEvent.answer) as EndReservationResponse, replayed: true });
  }
  const reservation = await readReservation(tx, row.bank_id, row);
  const ending = plan({ state: reservation.state, reservedMinor: reservation.reserved_minor }, amount);
  if (typeof ending === 'string') return fail('state_forbids', { message: ending });
  const available = await moveFunds(tx, row.bank_id, row.account_id, ending.funds);
  const bank = requireValue(banks.bank(row.bank_id), 'the bank of an authorization');
  const standing = { countingKey: reservation.counted, minor: reservation.reserved_minor };
  await countEnding(tx, bank, account, ending, { standing, countedAt: row.decided_at, now });
  const body = answerOf(row, ending, money, available);
  const event = {
    event: reservation.next_event,
    kind,
    amountMinor: ending.amountMinor,
    requestKey,
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

/** Names a request with an Idempotency-Key, because its repeats get their response before this code runs. */
const BY_KEY = 'BY KEY';

/** Identifies a request without an Idempotency-Key by its kind and amount. */
function nameOfRequest(kind: string, { headers }: Pick<EndingInput, 'headers'>, amount: bigint | undefined): string {
  return headers[IDEMPOTENCY_KEY_HEADER] === undefined ? `${kind} ${amount ?? 'whole'}` : BY_KEY;
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
