import type { ScreeningHit } from '@cardwright/contract';
import type { Tx } from '../../storage/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import { type DeniedName, findDenied } from '../deny-list/deny-list-store.ts';
import { nameKey } from '../deny-list/name-key.ts';
import { type Alike, findAlike } from './match-store.ts';
import type { Screen, ScreenedMerchant } from './screen.ts';

const MOST_NAMED = 3;
const LONGEST_QUOTED = 200;

const PATHS: Record<Alike['field'], string> = {
  debit_account: 'debitAccountNumOrIban',
  credit_account: 'creditAccountNumOrIban',
  trn: 'trn',
};

/**
 * Checks that need no provider: another merchant of the acquirer with the same account or TRN, restricted categories,
 * and names on the deny list.
 */
export function builtInScreen(tx: Tx, acquirer: Pick<Acquirer, 'acquirerId' | 'isRestricted'>): Screen {
  const { acquirerId } = acquirer;
  return async (batch) => {
    const alike = await findAlike(tx, acquirerId, batch.flatMap(comparedValues));
    const named = batch.map((merchant) => ({ merchant, names: namesOf(merchant) }));
    const keys = [...new Set(named.flatMap(({ names }) => names.map(({ key }) => key)))];
    const denied = new Map((await findDenied(tx, acquirerId, keys)).map((row) => [row.match_key, row]));
    return named.map(({ merchant, names }) => ({
      merchantId: merchant.merchantId,
      hits: [
        ...alike.filter(({ merchant_id }) => merchant_id === merchant.merchantId).map(showAlike),
        ...restrictedHits(merchant, acquirer),
        ...names.flatMap(({ key, path }) => showDenied(denied.get(key), path)),
      ],
    }));
  };
}

function comparedValues({ merchantId, trn, debitAccount, creditAccount }: ScreenedMerchant) {
  const debit = electronicForm(debitAccount);
  const credit = electronicForm(creditAccount);
  const values: { merchantId: string; field: Alike['field']; value: string }[] = [
    { merchantId, field: 'debit_account', value: debit },
    { merchantId, field: 'trn', value: trn },
  ];
  // most merchants use one account for both purposes: report it once
  if (credit !== debit) values.push({ merchantId, field: 'credit_account', value: credit });
  return values.filter(({ value }) => value !== '');
}

/** In the form of the index: an IBAN may be sent with spaces. */
function electronicForm(account: string): string {
  return account.replaceAll(' ', '').toUpperCase();
}

function showAlike({ field, others }: Alike): ScreeningHit {
  const named = others.slice(0, MOST_NAMED).join(', ');
  const who =
    others.length > MOST_NAMED ? `merchants ${named} and others` : `merchant${others.length > 1 ? 's' : ''} ${named}`;
  const path = PATHS[field];
  return field === 'trn'
    ? { check: 'DUPLICATE_TRN', message: `the TRN is also that of ${who}`, path }
    : { check: 'DUPLICATE_ACCOUNT', message: `the account is also one of ${who}`, path };
}

function restrictedHits(
  { mcc, overridden }: ScreenedMerchant,
  { isRestricted }: Pick<Acquirer, 'isRestricted'>,
): ScreeningHit[] {
  return [{ path: 'mcc', mcc }, ...overridden]
    .filter((each) => isRestricted(each.mcc))
    .map((each) => ({ check: 'RESTRICTED_MCC', message: `${each.mcc} is a restricted category`, path: each.path }));
}

function namesOf({ merchantName, legalName, organizations }: ScreenedMerchant) {
  const all = [{ path: 'merchantName', name: merchantName }, { path: 'legalName', name: legalName }, ...organizations];
  return all.map(({ path, name }) => ({ path, key: nameKey(name) })).filter(({ key }) => key !== '');
}

function showDenied(denied: DeniedName | undefined, path: string): ScreeningHit[] {
  if (denied === undefined) return [];
  const message = `"${denied.name}" is on the deny list: ${denied.reason.slice(0, LONGEST_QUOTED)}`;
  return [{ check: 'DENY_LIST', message, path }];
}
