import { type LimitThatWasSet, MAX_LIMITS, setLimit } from '@cardwright/contract';
import { currencyOf } from '../../platform/kernel/money.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { storeLimitNames } from '../rules/index.ts';
import { changeLimits } from './change-limits.ts';
import { limitFaults } from './check-limit.ts';
import { conditionWarnings, merchantListFaults } from './condition-of-limit.ts';
import { isSameName, type Limit, NO_LIMITS, putLimit, usedOf } from './limit.ts';
import { limitEvent } from './limit-event.ts';
import { findOwner } from './limit-owner.ts';
import { toLimitResponse } from './limit-response.ts';
import { findLimits, takeKey } from './limit-store.ts';
import { toTerms } from './limit-terms.ts';
import { exidsOfAccount } from './limited-card-store.ts';

/** Sets a limit of an account, a card or a token (docs/interface/limits.md#set). */
export function setLimitOperation(banks: BankDirectory) {
  return implementBankRest(setLimit, banks, async ({ tx, bankId, caller, now, audit }, { body }) => {
    const path = NAMED_BY[body.level];
    if (body[path] === undefined) return fail('field_missing', { path });
    const owner = await findOwner(tx, bankId, body, true);
    if (!owner.ok) return owner;
    const { account, cardId, tokenReference, isEnded, subject } = owner.value;
    if (isEnded) return fail('state_forbids', { subject, message: 'The token pays no more' });
    const money = currencyOf(account.currency);
    const findings = [...limitFaults(body, money.exponent), ...(await merchantListFaults(tx, bankId, body, 'where'))];
    const [first] = findings;
    if (first !== undefined) return fail(first.error, { findings, subject });
    const before = (await findLimits(tx, bankId, account.account_id)) ?? NO_LIMITS;
    const terms = toTerms(body, money.exponent);
    const earlier = before.limits.find((one) => isSameName(one, { ...terms, cardId, tokenReference }));
    if (earlier === undefined && before.limits.length >= MAX_LIMITS) {
      return fail('state_forbids', {
        subject,
        message: `An account with its cards and tokens has ${MAX_LIMITS} limits at most`,
      });
    }
    const key = await takeKey(tx, bankId, account.account_id);
    const after = putLimit(before, { ...terms, key, cardId, tokenReference, since: now });
    const set: Limit = requireValue(
      after.limits.find((one) => isSameName(one, { ...terms, cardId, tokenReference })),
      'the limit that was set',
    );
    await changeLimits(tx, bankId, owner.value, after, { limit: set, isSet: true, by: caller.clientId, now });
    await storeLimitNames(tx, bankId, [set]);
    const exids = await exidsOfAccount(tx, bankId, account.account_id);
    const { account_number: accountNumber, product_code: productCode } = account;
    const displayedOwner = { accountNumber, productCode, money, exids };
    const limit = toLimitResponse(after, set, displayedOwner, now);
    const replacedLimit = earlier === undefined ? null : toLimitResponse(before, earlier, displayedOwner, now);
    audit(
      bankId,
      subject,
      'limit set',
      { limit: set.id },
      {
        before: replacedLimit && { limit: replacedLimit },
        after: { limit },
        event: limitEvent(subject, set.id, replacedLimit, limit),
      },
    );
    const isUnder = set.onlyMerchant === undefined && usedOf(after, set, now) > set.max;
    const strange = await conditionWarnings(tx, bankId, set.where);
    return ok({ body: { ...limit, warnings: [...(isUnder ? [usageWarning(limit)] : []), ...strange] } });
  });
}

/** The field that names the owner of a limit, for each level. */
const NAMED_BY = {
  account: 'account_number',
  card: 'card_identifier_id',
  token: 'token_reference',
} as const;

export function usageWarning({ max, used }: { max: string; used: string }): LimitThatWasSet['warnings'][number] {
  return {
    warning: 'LIMIT_UNDER_USED',
    message: `${used} is used already, and the limit is ${max}: nothing fits until that counts no more`,
  };
}
