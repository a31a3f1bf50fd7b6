import type { AuthorizationState } from '@cardwright/contract';
import type { Caller } from '../../../platform/access/index.ts';
import { type Failure, fail, ok } from '../../../platform/kernel/result.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { readReference, writeReference } from '../decision/retrieval-reference.ts';
import { type AuthorizationRow, findAuthorizationsByReference } from './authorization-history-store.ts';
import type { OriginalKeys } from './early-reversal-store.ts';

export const STATES: Record<AuthorizationRow['state'], AuthorizationState> = {
  D: 'DECLINED',
  A: 'RESERVED',
  R: 'REVERSED',
  C: 'COMPLETED',
  E: 'EXPIRED',
};

export interface AuthorizationName {
  params: { Retrieval_Reference_Number: string };
  query: { acquiring_institution_code?: string; system_trace_audit_number?: string };
}

/** The keys by which a path and its query name an authorization, for the caller that sends them. */
export function originalKeysOf(caller: Caller, { params, query }: AuthorizationName): OriginalKeys {
  const trace = query.system_trace_audit_number;
  const isNetwork = caller.kind === 'network';
  return {
    bankId: isNetwork ? undefined : (caller.bankId ?? ''),
    sender: isNetwork ? caller.sender : undefined,
    retrievalReference: readReference(params.Retrieval_Reference_Number),
    acquirer: query.acquiring_institution_code,
    systemTrace: trace === undefined ? undefined : Number(trace),
    isAdvice: false,
  };
}

/**
 * Finds the authorization that a path and its query name, among those of the caller: a bank's own cards, or the
 * messages that a network sent. Fails with `authorization_not_found` if there is none, and with `several_cards_match`
 * and the differences if there are several.
 */
export async function findAuthorization(
  tx: Tx,
  banks: BankDirectory,
  caller: Caller,
  { params, query }: AuthorizationName,
): Promise<{ ok: true; value: AuthorizationRow } | Failure<'several_cards_match' | 'authorization_not_found'>> {
  const bankIds = caller.kind === 'network' ? banks.allBankIds() : [caller.bankId ?? ''];
  const trace = query.system_trace_audit_number;
  const rows = await findAuthorizationsByReference(tx, bankIds, readReference(params.Retrieval_Reference_Number), {
    acquirer: query.acquiring_institution_code,
    systemTrace: trace === undefined ? undefined : Number(trace),
    sender: caller.kind === 'network' ? caller.sender : undefined,
  });
  const [first, another] = rows;
  if (first === undefined) return fail('authorization_not_found');
  if (another === undefined) return ok(first);
  const matches = rows.map((row) => ({
    acquiring_institution_code: row.acquirer,
    system_trace_audit_number: traceText(row),
    decided_at: row.decided_at.toISOString(),
    card_number: row.masked_number,
  }));
  const message = 'Several authorizations have this reference: narrow by acquirer and trace number';
  return fail('several_cards_match', { message, extra: { matches } });
}

export function traceText(row: Pick<AuthorizationRow, 'system_trace'>): string {
  return String(row.system_trace).padStart(6, '0');
}

export function referenceText(row: Pick<AuthorizationRow, 'retrieval_reference'>): string {
  return writeReference(row.retrieval_reference);
}
