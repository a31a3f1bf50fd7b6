import { type BodyError, type SetTokenControls, setControls, type TokenControls } from '@cardwright/contract';
import { type Currency, currencyOf } from '../../../platform/kernel/money.ts';
import { type Failure, fail, ok, type Success } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { recordChange } from '../../accounts/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { setSingleUse } from '../../limits/index.ts';
import { changeControls } from '../change-token-store.ts';
import { lockToken } from '../lock-token.ts';
import type { TokenRow } from '../token-store.ts';
import { type ControlsOfToken, readStoredControls } from './controls-of-token.ts';
import { toControlsResponse } from './controls-response.ts';
import { readRequestedControls } from './requested-controls.ts';

/**
 * Replaces the controls of a token (docs/interface/token-controls.md#set). `state_forbids` for a token that can no
 * longer pay. Controls that are in force already change nothing.
 */
export function setControlsOperation(banks: BankDirectory) {
  return implementRest(setControls, async (context, input) => {
    const { tx, caller, now, audit } = context;
    const locked = await lockToken(context, banks, input);
    if (!locked.ok) return locked;
    const { bank, token, card } = locked.value;
    const { bankId } = bank;
    const money = currencyOf(card.currency);
    const requested = checkRequest(input.body, token, money, now);
    if (!requested.ok) return requested;
    const controls = requested.value;
    const { account_id, card_id: cardId, reference } = token;
    const owner = { account: { account_id }, cardId, tokenReference: reference, by: caller.clientId, now };
    const { singleUse = false } = input.body;
    const wasSingleUse = await setSingleUse(tx, bankId, owner, singleUse);
    if (!wasSingleUse.ok) return wasSingleUse;
    const stored = readStoredControls(token.controls);
    const before = toControlsResponse(reference, stored, wasSingleUse.value, money);
    const after = toControlsResponse(reference, controls, singleUse, money);
    const subject = `token:${reference}`;
    if (JSON.stringify(before) === JSON.stringify(after)) {
      audit(bankId, subject, 'controls unchanged', { card: token.exid });
      return ok({ body: after, version: token.sequence });
    }
    if (JSON.stringify(stored) !== JSON.stringify(controls)) {
      const change = { kind: 'TOKEN_CONTROLS', cardId: String(cardId), reference, by: caller.clientId } as const;
      await recordChange(tx, bankId, account_id, { ...change, controls: controls ?? null }, now);
    }
    const version = await changeControls(tx, bankId, token, { controls, actor: caller.clientId, now });
    audit(bankId, subject, 'controls set', { card: token.exid }, changeOf(before, after, version));
    return ok({ body: after, version });
  });
}

function changeOf(before: TokenControls, after: TokenControls, version: number) {
  const object = { kind: 'token', id: after.token_reference, version };
  return { before: { controls: before }, after: { controls: after }, event: () => ({ object, before, after }) };
}

function checkRequest(
  request: SetTokenControls,
  { state, reference }: TokenRow,
  { exponent }: Currency,
  now: Date,
): Success<ControlsOfToken | undefined> | Failure<BodyError | 'state_forbids'> {
  const subject = `token:${reference}`;
  if (state === 'DEACTIVATED' || state === 'DELETED') {
    return fail('state_forbids', { subject, message: `The token is ${state}` });
  }
  const { findings, controls } = readRequestedControls(request, exponent);
  const [first] = findings;
  if (first !== undefined) return fail(first.error, { findings, subject });
  if (controls?.validUntil !== undefined && new Date(controls.validUntil) <= now) {
    return fail('value_not_allowed', { subject, path: 'validUntil', message: 'must be in the future' });
  }
  return ok(controls);
}
