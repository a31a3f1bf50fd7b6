import { firstCharacters } from '@cardwright/contract';
import { createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import type { DenyListIndex, DenyListMatch } from '../deny-list/deny-list-index.ts';
import type { DenyLists } from '../deny-list/deny-lists.ts';
import { findMatchingMerchants, type MatchingMerchants } from './match-store.ts';
import type { ComparedName, HitCandidate, Screen, ScreenedMerchant } from './screen.ts';
import { valueFingerprint } from './value-fingerprint.ts';

const MAX_NAMES_IN_HIT = 3;
const LONGEST_QUOTED = 200;
const NAMES_AT_ONCE = 5;

const PATHS: Record<MatchingMerchants['field'], string> = {
  debit_account: 'debitAccountNumOrIban',
  credit_account: 'creditAccountNumOrIban',
  trn: 'trn',
};

/**
 * Runs the checks that need no provider: another merchant of the acquirer with the same account or TRN, restricted
 * categories, and names that are similar to those of the deny list.
 */
export function builtInScreen(
  tx: Tx,
  acquirer: Pick<Acquirer, 'acquirerId' | 'isRestricted' | 'denyListThreshold'>,
  denyLists: DenyLists,
): Screen {
  const { acquirerId } = acquirer;
  return async (batch) => {
    const matches = await findMatchingMerchants(tx, acquirerId, batch.flatMap(comparedValues));
    const denied = await findDenied(await denyLists.indexOf(tx, acquirerId), batch, acquirer.denyListThreshold);
    return batch.map((merchant) => ({
      merchantId: merchant.merchantId,
      hits: [
        ...matches
          .filter(({ merchant_id }) => merchant_id === merchant.merchantId)
          .map((each) => toMatchMessage(each, merchant)),
        ...restrictedHits(merchant, acquirer),
        ...merchant.names.flatMap((compared) =>
          (denied.get(compared.name) ?? []).map((one) => toDenyListHit(compared, one)),
        ),
      ],
    }));
  };
}

/** Searches the deny list once for each name, because merchants of a batch often share names. */
async function findDenied(
  denied: DenyListIndex,
  batch: readonly ScreenedMerchant[],
  threshold: number,
): Promise<ReadonlyMap<string, readonly DenyListMatch[]>> {
  const matches = new Map<string, readonly DenyListMatch[]>();
  const throttle = createPauses(NAMES_AT_ONCE);
  for (const { name } of batch.flatMap(({ names }) => names)) {
    if (matches.has(name)) continue;
    matches.set(name, denied.find(name, threshold));
    await throttle();
  }
  return matches;
}

function comparedValues(merchant: ScreenedMerchant) {
  const fields: readonly MatchingMerchants['field'][] = ['debit_account', 'trn', 'credit_account'];
  const values = fields.map((field) => ({
    merchantId: merchant.merchantId,
    field,
    value: comparedIn(merchant, field),
  }));
  // Most merchants use one account for both purposes, which is reported once.
  const isOne = comparedIn(merchant, 'credit_account') === comparedIn(merchant, 'debit_account');
  return values.filter(({ field, value }) => value !== '' && !(isOne && field === 'credit_account'));
}

function comparedIn({ trn, debitAccount, creditAccount }: ScreenedMerchant, field: MatchingMerchants['field']): string {
  if (field === 'trn') return trn;
  return electronicForm(field === 'debit_account' ? debitAccount : creditAccount);
}

/** Returns the account in the form of the index, because an IBAN may be sent with spaces. */
function electronicForm(account: string): string {
  return account.replaceAll(' ', '').toUpperCase();
}

function toMatchMessage({ field, others }: MatchingMerchants, merchant: ScreenedMerchant): HitCandidate {
  const merchantNames = others.slice(0, MAX_NAMES_IN_HIT).join(', ');
  const subject =
    others.length > MAX_NAMES_IN_HIT
      ? `merchants ${merchantNames} and others`
      : `merchant${others.length > 1 ? 's' : ''} ${merchantNames}`;
  const compared = valueFingerprint(comparedIn(merchant, field));
  const exact = { path: PATHS[field], score: 1, matched: merchantNames, compared };
  return field === 'trn'
    ? { check: 'DUPLICATE_TRN', message: `the TRN is also that of ${subject}`, ...exact }
    : { check: 'DUPLICATE_ACCOUNT', message: `the account is also one of ${subject}`, ...exact };
}

function restrictedHits(
  { mcc, overridden }: ScreenedMerchant,
  { isRestricted }: Pick<Acquirer, 'isRestricted'>,
): HitCandidate[] {
  return [{ path: 'mcc', mcc }, ...overridden]
    .filter((each) => isRestricted(each.mcc))
    .map((each) => ({
      check: 'RESTRICTED_MCC',
      message: `${each.mcc} is a restricted category`,
      path: each.path,
      score: 1,
      matched: each.mcc,
      compared: valueFingerprint(each.mcc),
    }));
}

function toDenyListHit(
  { name: compared, path, of = '' }: ComparedName,
  { name, reason, score }: DenyListMatch,
): HitCandidate {
  const reasonText = score === 1 ? `"${name}" is on the deny list` : `"${compared}" is like "${name}" of the deny list`;
  const message = `${reasonText}: ${firstCharacters(reason, LONGEST_QUOTED)}`;
  return { check: 'DENY_LIST', message, path, score, matched: name, compared: valueFingerprint(compared, of) };
}
