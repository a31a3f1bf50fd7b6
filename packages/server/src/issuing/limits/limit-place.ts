import type { LimitLevel } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';

/** Selects limits that accounts share. */
export interface SharedPlace {
  readonly level: LimitLevel | undefined;
  readonly productCode: string | undefined;
  /** In the form that the audit log uses. */
  readonly subject: string;
}

interface PlaceQuery {
  readonly account_number?: string | undefined;
  readonly card_identifier_id?: string | undefined;
  readonly token_reference?: string | undefined;
  readonly product_code?: string | undefined;
  readonly level?: LimitLevel | undefined;
}

/** Returns undefined if the request is about the limits of an account, a card or a token. */
export function sharedPlace(query: PlaceQuery): Success<SharedPlace | undefined> | Failure<'value_not_allowed'> {
  const { product_code: productCode, level } = query;
  const isOfOwner = [query.account_number, query.card_identifier_id, query.token_reference].some(
    (name) => name !== undefined,
  );
  const isOfLevel = level === 'bank' || level === 'program';
  if (!isOfLevel && productCode === undefined) return ok(undefined);
  if (isOfOwner && productCode !== undefined) {
    return fail('value_not_allowed', {
      path: 'product_code',
      message: 'is not allowed together with an account, a card or a token',
    });
  }
  if (isOfOwner) {
    return fail('value_not_allowed', { path: 'level', message: 'must be account, card or token, where one is named' });
  }
  if (productCode !== undefined && level !== undefined && !isOfLevel) {
    return fail('value_not_allowed', { path: 'level', message: 'must be program or bank if product_code is sent' });
  }
  return ok({ level, productCode, subject: productCode === undefined ? `limits:${level}` : `program:${productCode}` });
}
