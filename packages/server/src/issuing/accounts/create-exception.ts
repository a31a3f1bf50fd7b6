import { randomUUID } from 'node:crypto';
import { createException, LONGEST_EXCEPTION_MS } from '@cardwright/contract';
import type { Static } from 'typebox';
import type { Caller } from '../../platform/access/index.ts';
import type { Bank, ExceptionGrant } from '../../platform/kernel/bank.ts';
import { currencyOf, parseAmount } from '../../platform/kernel/money.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest, type OperationContext } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { findAccount, lockAccount } from './account-store.ts';
import { toExceptionResponse } from './exception-response.ts';
import { countExceptionsOf, insertException } from './exception-store.ts';

const DAY_MS = 86_400_000;

/** Allows one payment as an exception (docs/interface/exceptions.md#create). */
export function createExceptionOperation(banks: BankDirectory) {
  const allow = allowPayment(banks);
  return implementRest(createException, async (context, { params, body }) => {
    const allowed = await allow(context, { ...body, account_number: params.account_number });
    return allowed.ok ? ok({ body: allowed.value }) : allowed;
  });
}

type NewTerms = Static<NonNullable<(typeof createException)['request']>>;

/**
 * Creates an exception as the caller. Fails with `state_forbids` if the bank's configuration grants the caller's roles
 * no exceptions, or no more of them within 24 hours.
 */
export function allowPayment(banks: BankDirectory) {
  return async (context: OperationContext, body: NewTerms & { readonly account_number: string }) => {
    const { tx, caller, now, audit } = context;
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const account = await findAccount(tx, bankId, body.account_number);
    if (account === undefined) return fail('account_not_found');
    const subject = `account:${account.account_number}`;
    const terms = readTerms(body, { subject, currency: account.currency, now });
    if (!terms.ok) return terms;
    const { maxMinor, validUntil } = terms.value;
    const perDay = grantedPerDay(grantsOf(calling.value, caller, account.currency), maxMinor, {
      subject,
      exponent: terms.value.exponent,
    });
    if (!perDay.ok) return perDay;
    if ((await countExceptionsOf(tx, bankId, caller.clientId, new Date(now.getTime() - DAY_MS))) >= perDay.value) {
      const message = `The bank gives this role ${perDay.value} exceptions within 24 hours`;
      return fail('state_forbids', { subject, message });
    }
    const { reason } = cleanTexts(createException, body, context);
    await lockAccount(tx, bankId, account.account_id);
    const row = await insertException(tx, bankId, account.account_id, {
      exception_id: randomUUID(),
      merchant_id: body.merchantId?.trimEnd() ?? null,
      mcc: body.mcc ?? null,
      max_minor: maxMinor,
      valid_until: validUntil,
      reason,
      created_by: caller.clientId,
      created_name: caller.person?.name ?? null,
      created_at: now,
    });
    const exception = toExceptionResponse(row, account.currency, now);
    const created = { before: null, after: { exception } };
    audit(bankId, subject, 'exception created', { exception: row.exception_id, reason }, created);
    return ok(exception);
  };
}

interface Terms {
  readonly maxMinor: bigint;
  readonly validUntil: Date;
  readonly exponent: number;
}

function readTerms(
  body: NewTerms,
  { subject, currency, now }: { readonly subject: string; readonly currency: string; readonly now: Date },
): Success<Terms> | Failure<'field_missing' | 'value_not_allowed' | 'wrong_format'> {
  if (body.merchantId === undefined && body.mcc === undefined) {
    return fail('field_missing', { subject, path: 'merchantId' });
  }
  if (body.merchantId !== undefined && body.mcc !== undefined) {
    return fail('value_not_allowed', { subject, path: 'mcc', message: 'must be absent if merchantId is present' });
  }
  const { code, exponent } = currencyOf(currency);
  if (body.currency !== undefined && currencyOf(body.currency).code !== code) {
    return fail('value_not_allowed', { subject, path: 'currency', message: `must be ${code}, as of the account` });
  }
  const validUntil = new Date(body.validUntil);
  if (validUntil <= now || validUntil.getTime() > now.getTime() + LONGEST_EXCEPTION_MS) {
    const message = 'must be in the future, and at most 24 hours ahead';
    return fail('value_not_allowed', { subject, path: 'validUntil', message });
  }
  const maxMinor = parseAmount(body.maxAmount, exponent) ?? 0n;
  if (maxMinor > 0n) return ok({ maxMinor, validUntil, exponent });
  const message = `must be an amount above zero with at most ${exponent} decimals`;
  return fail('wrong_format', { subject, path: 'maxAmount', message });
}

/** Returns how many exceptions of this amount the grants allow within 24 hours. */
function grantedPerDay(
  grants: readonly ExceptionGrant[],
  maxMinor: bigint,
  { subject, exponent }: { readonly subject: string; readonly exponent: number },
): Success<number> | Failure<'state_forbids' | 'value_not_allowed'> {
  if (grants.length === 0) {
    return fail('state_forbids', {
      subject,
      message: "The bank's configuration gives this role no exceptions in the currency of the account",
    });
  }
  const allowed = grants.filter(({ maxAmount }) => maxMinor <= (parseAmount(maxAmount, exponent) ?? 0n));
  if (allowed.length > 0) return ok(Math.max(...allowed.map((grant) => grant.perDay)));
  const most = grants.map(({ maxAmount }) => maxAmount).join(' or ');
  const message = `must be at most ${most}, which the bank gives this role`;
  return fail('value_not_allowed', { subject, path: 'maxAmount', message });
}

/**
 * Returns the grants of the caller's roles for accounts in this currency, from the bank's configuration. A system of
 * the bank has the role `client`.
 */
function grantsOf({ paymentExceptions = [] }: Bank, { person }: Caller, currency: string): ExceptionGrant[] {
  const roles: readonly string[] = person === undefined ? ['client'] : person.roles;
  const { code } = currencyOf(currency);
  return paymentExceptions.filter((grant) => roles.includes(grant.role) && grant.currency === code);
}

/** Checks that an account exists and that an amount is one of its currency. */
export function checkPayment(banks: BankDirectory) {
  return async (
    { tx, caller }: OperationContext,
    { account_number: number, maxAmount }: { readonly account_number: string; readonly maxAmount: string },
  ) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const account = await findAccount(tx, calling.value.bankId, number);
    if (account === undefined) return fail('account_not_found');
    const subject = `account:${account.account_number}`;
    const { code, exponent } = currencyOf(account.currency);
    if ((parseAmount(maxAmount, exponent) ?? 0n) > 0n) {
      return ok({ subject, accountNumber: account.account_number, currency: code });
    }
    const message = `must be an amount above zero with at most ${exponent} decimals`;
    return fail('wrong_format', { subject, path: 'maxAmount', message });
  };
}
