import { readToken } from '@cardwright/contract';
import { readNameMap } from '../../platform/access/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { callerBank } from './caller-bank.ts';
import { type HistoryRow, readTokenHistory } from './token-history-store.ts';
import { toTokenResponse } from './token-response.ts';
import { findTokenByReference, readTokenRow } from './token-store.ts';

/** Reads one token with its whole history, oldest event first (docs/interface/tokens.md#read). */
export function readTokenOperation(banks: BankDirectory) {
  return implementRest(readToken, async (context, { params }) => {
    const calling = callerBank(context, banks);
    if (!calling.ok) return calling;
    const { tx, audit } = context;
    const { bankId } = calling.value;
    const key = await findTokenByReference(tx, bankId, params.token_reference);
    if (key === undefined) return fail('token_not_found');
    const token = await readTokenRow(tx, bankId, key);
    const history = await readTokenHistory(tx, bankId, key);
    const names = await readNameMap(
      tx,
      bankId,
      history.map(({ actor }) => actor),
    );
    audit(bankId, `token:${token.reference}`, 'read', { card: token.exid });
    return ok({
      body: { ...toTokenResponse(token), history: history.map((row) => toChangeEntry(row, names)) },
      version: token.sequence,
    });
  });
}

function toChangeEntry({ at, ...change }: HistoryRow, names: ReadonlyMap<string, string>) {
  const person = names.get(change.actor);
  return { ...change, ...(person !== undefined && { person }), at: at.toISOString() };
}
