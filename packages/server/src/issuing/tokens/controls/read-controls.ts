import { readControls } from '@cardwright/contract';
import { currencyOf } from '../../../platform/kernel/money.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { readCard } from '../../cards/index.ts';
import { findLimits, NO_LIMITS, singleUseOf } from '../../limits/index.ts';
import { callerBank } from '../caller-bank.ts';
import { findTokenByReference, readTokenRow } from '../token-store.ts';
import { readStoredControls } from './controls-of-token.ts';
import { toControlsResponse } from './controls-response.ts';

/** Reads the controls of a token (docs/interface/token-controls.md#read). */
export function readControlsOperation(banks: BankDirectory) {
  return implementRest(readControls, async (context, { params }) => {
    const calling = callerBank(context, banks);
    if (!calling.ok) return calling;
    const { tx, audit } = context;
    const { bankId } = calling.value;
    const key = await findTokenByReference(tx, bankId, params.token_reference);
    if (key === undefined) return fail('token_not_found');
    const token = await readTokenRow(tx, bankId, key);
    const card = await readCard(tx, bankId, token);
    const limits = (await findLimits(tx, bankId, token.account_id)) ?? NO_LIMITS;
    const isSingleUse = singleUseOf(limits, token.reference) !== undefined;
    const controls = readStoredControls(token.controls);
    audit(bankId, `token:${token.reference}`, 'controls read', { card: token.exid });
    const body = toControlsResponse(token.reference, controls, isSingleUse, currencyOf(card.currency));
    return ok({ body, version: token.sequence });
  });
}
