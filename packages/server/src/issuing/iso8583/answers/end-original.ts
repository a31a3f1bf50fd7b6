import { type EndReservationRequest, IDEMPOTENCY_KEY_HEADER } from '@cardwright/contract';
import type { Message } from '@cardwright/iso8583';
import type { Caller } from '../../../platform/access/index.ts';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { maskDigits } from '../../../platform/kernel/text/masked-text.ts';
import { type OperationContext, runWork, type WorkDeps } from '../../../platform/operation/index.ts';
import { lockAccount } from '../../accounts/index.ts';
import {
  ADVICE_TYPE,
  type AuthorizationRow,
  type EarlyReversals,
  endFoundReservation,
  findAuthorizationsByReference,
  originalKeysOf,
  planCompletion,
  planReversal,
  readReference,
  readReservation,
  withoutZeros,
} from '../../authorization/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { acquirerOf, isAtTime, type OriginalData, readReplacement, toBilling } from '../mapping/original-data.ts';

/**
 * `already_ended`: nothing is reserved any more. `completed`: the amount is debited, so it cannot be reversed.
 * `other_currency`: the amount cannot be converted to the currency of the account.
 */
export type EndingOutcome = 'ended' | 'already_ended' | 'completed' | 'other_currency' | 'unknown_original';

export type EndingKind = 'REVERSAL' | 'COMPLETION';

export interface EndingDeps extends WorkDeps {
  readonly banks: BankDirectory;
  readonly earlyReversals: EarlyReversals;
}

export interface EndingCall {
  readonly kind: EndingKind;
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  /** What identifies the original besides reference, acquirer and card; undefined if the message has no DE90. */
  readonly original: OriginalData | undefined;
}

/** A repeat names what remains after it, so it changes nothing, and needs no stored response. */
const REPEATS_SAFELY = { [IDEMPOTENCY_KEY_HEADER]: 'iso8583' };

/**
 * Reverses or completes the original of a message in one transaction, with the code of the REST operations. The original
 * has the reference (DE37), the acquirer and the card of the message, and the trace number and time of its DE90. Another client
 * can have sent the original, for example over HTTP: then the message also has its approval code (DE38).
 */
export function endOriginal(deps: EndingDeps, message: Message, call: EndingCall): Promise<EndingOutcome> {
  const { caller, kind, now, requestId } = call;
  const operation = kind === 'REVERSAL' ? 'iso8583.reverse' : 'iso8583.complete';
  return runWork(deps, { operation, actor: caller.clientId, requestId, now }, async (work) => {
    const context: OperationContext = { ...work, caller, warn: () => {} };
    const rows = await findWithReference(deps.banks, context, message, call.original);
    const row =
      rows.find((one) => isOriginal(one, message, call.original)) ??
      (await findOfOtherClient(deps.banks, context, message, call.original));
    // the reversal names an authorization of another card or time
    const isKnown = rows.some((one) => hasAcquirer(one, acquirerOf(message, call.original)));
    if (row === undefined && kind === 'REVERSAL' && !isKnown)
      return await storeEarlyReversal(deps, context, message, call.original);
    if (row === undefined) return { commit: false, result: 'unknown_original' };
    const result = await endRow(deps.banks, context, message, row, kind);
    return { commit: result === 'ended', result };
  });
}

/**
 * Stores a reversal whose original is missing: the original was declined for its form, was never received, or may still
 * arrive. A network repeats a reversal until it is accepted, so the reversal is stored, and its original is declined
 * when it arrives. A completion without an original is a debit that the network decided.
 */
async function storeEarlyReversal(
  { banks, earlyReversals }: EndingDeps,
  context: OperationContext,
  message: Message,
  original: OriginalData | undefined,
): Promise<{ commit: boolean; result: EndingOutcome }> {
  const acquirer = acquirerOf(message, original);
  const name = {
    params: { Retrieval_Reference_Number: message.get(37) ?? '' },
    query: {
      ...(acquirer !== '' && { acquiring_institution_code: acquirer }),
      ...(original !== undefined && { system_trace_audit_number: String(original.systemTrace) }),
    },
  };
  const keys = { ...originalKeysOf(context.caller, name), isAdvice: isOfAdvice(original) };
  await earlyReversals.storeOriginals(keys, context.now);
  // a message that did not see the reversal is now stored
  const rows = await findWithReference(banks, context, message, original);
  const row = rows.find((one) => isOriginal(one, message, original));
  if (row === undefined) return { commit: false, result: 'unknown_original' };
  const result = await endRow(banks, context, message, row, 'REVERSAL');
  return { commit: result === 'ended', result };
}

/** The original of a message, if another client sent it. Only a party that got its response knows its approval code. */
async function findOfOtherClient(
  banks: BankDirectory,
  context: OperationContext,
  message: Message,
  original: OriginalData | undefined,
): Promise<AuthorizationRow | undefined> {
  const approvalCode = (message.get(38) ?? '').trim();
  if (approvalCode === '') return undefined;
  const rows = await findWithReference(banks, context, message, original, { isOfAnyClient: true });
  return rows.find((one) => one.approval_code === approvalCode && isOriginal(one, message, original));
}

/** The authorizations with the reference of the message and the trace number of its original: those of the caller, or of all clients. */
function findWithReference(
  banks: BankDirectory,
  { tx, caller }: OperationContext,
  message: Message,
  original: OriginalData | undefined,
  { isOfAnyClient } = { isOfAnyClient: false },
): Promise<AuthorizationRow[]> {
  const isNetwork = caller.kind === 'network';
  return findAuthorizationsByReference(
    tx,
    isNetwork ? banks.allBankIds() : [caller.bankId ?? ''],
    readReference(message.get(37) ?? ''),
    {
      acquirer: undefined,
      systemTrace: original?.systemTrace,
      sender: isNetwork && !isOfAnyClient ? caller.sender : undefined,
    },
  );
}

function hasAcquirer(row: AuthorizationRow, acquirer: string): boolean {
  return acquirer === '' || withoutZeros(row.acquirer) === acquirer;
}

function isOriginal(row: AuthorizationRow, message: Message, original: OriginalData | undefined): boolean {
  const raw = readStoredJson(row.message);
  if (withoutZeros(row.acquirer) !== acquirerOf(message, original)) return false;
  if (raw.CARD_NUMBER !== maskDigits(message.get(2) ?? '', '*')) return false;
  if (original === undefined) return true;
  const isAdvice = raw.Message_Type === ADVICE_TYPE;
  const time = original.time === 'local' ? raw.Local_Date_Time : raw.Transmission_Date_Time;
  return isAdvice === isOfAdvice(original) && isAtTime(String(time), original.at);
}

function isOfAdvice(original: OriginalData | undefined): boolean {
  return original?.mti[2] === '2';
}

async function endRow(
  banks: BankDirectory,
  context: OperationContext,
  message: Message,
  row: AuthorizationRow,
  kind: EndingKind,
): Promise<EndingOutcome> {
  const account = row.currency === null ? undefined : await lockAccount(context.tx, row.bank_id, row.account_id);
  if (account === undefined) return 'already_ended';
  const { state, reserved_minor: reservedMinor } = await readReservation(context.tx, row.bank_id, row);
  if (kind === 'REVERSAL' && state === 'C') return 'completed';
  if (kind === 'REVERSAL' ? state !== 'A' : state !== 'A' && state !== 'E') return 'already_ended';
  const minor = amountOf(message, row, kind, reservedMinor);
  if (minor === undefined) return 'other_currency';
  if (kind === 'REVERSAL' && minor <= 0n) return 'already_ended';
  const body: EndReservationRequest = { amount: formatAmount(minor, currencyOf(account.currency).exponent) };
  const plan = kind === 'REVERSAL' ? planReversal : planCompletion;
  const result = await endFoundReservation(banks, context, { row, body, headers: REPEATS_SAFELY }, kind, plan);
  if (!result.ok) throw new Error(`failed to end a reservation in state ${state}: ${result.error}`);
  return 'ended';
}

/**
 * The amount to reverse or to debit, in minor units of the account's currency. Undefined if the message has it in a currency
 * that the original does not have.
 */
function amountOf(
  message: Message,
  row: AuthorizationRow,
  kind: EndingKind,
  reservedMinor: bigint,
): bigint | undefined {
  if (kind === 'REVERSAL') {
    const replacement = readReplacement(message);
    if (replacement === undefined) return reservedMinor;
    const remaining = convert(replacement, message.get(49), row);
    return remaining === undefined ? undefined : reservedMinor - remaining;
  }
  const billing = message.get(6);
  if (billing !== undefined) {
    const currency = message.get(51) ?? message.get(49);
    return currency === undefined || currency === billingCurrencyOf(row) ? BigInt(billing) : undefined;
  }
  const transaction = message.get(4);
  return transaction === undefined ? reservedMinor : convert(BigInt(transaction), message.get(49), row);
}

/** Converts an amount in the currency of the original transaction or of its billing. A message without a currency has the first. */
function convert(amount: bigint, currency: string | undefined, row: AuthorizationRow): bigint | undefined {
  const { Transaction_Amount: minor, Currency_Code_Transaction: original } = readStoredJson(row.message);
  if (currency === undefined || currency === original)
    return toBilling(amount, { transactionMinor: BigInt(String(minor)), billingMinor: row.billing_minor });
  return currency === billingCurrencyOf(row) ? amount : undefined;
}

function billingCurrencyOf({ message }: AuthorizationRow): string {
  return String(readStoredJson(message).Currency_Code_Cardholder_Billing);
}
