import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_KEY_HEADER, provisionToken } from '@cardwright/contract';
import { readTokensOfCard } from '../../issuing/tokens/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { runRest } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { DEMO_BANK_ID } from './demo-configuration.ts';
import type { FixtureCard, InsureDeps } from './fixture-insurance.ts';

export interface FixtureToken {
  /** The EXID of the token's card. */
  exid: string;
  token_reference: string;
  token_state: string;
  requestor_id: string;
  requestor_name: string;
  device_type: string;
}

/** The pause between two reads while another server creates the token. */
const LOOK_AGAIN_MS = 50;

/**
 * Creates one active token through the operations of a bank, unless the card has one. The Idempotency-Key only serves
 * servers that start together, because it expires.
 */
export async function seedToken(deps: InsureDeps, caller: Caller, card: FixtureCard): Promise<void> {
  const operation = requireValue(
    deps.operations.rest.find(({ contract }) => contract.id === provisionToken.id),
    'an operation of the contract',
  );
  const body = {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    requestor_id: '4000000001',
    requestor_name: 'Demo Wallet',
    device_type: 'PHONE',
    activation: 'NONE',
    requested_by: 'CARDHOLDER',
    reason_code: 'NEW_DEVICE',
  };
  const input = { params: {}, query: {}, headers: { [IDEMPOTENCY_KEY_HEADER]: 'SANDBOX' }, body };
  const callContext = { caller, now: deps.clock.now(), requestId: 'sandbox' };
  while ((await readTokensOfCard(deps.database, DEMO_BANK_ID, card)).length === 0) {
    const result = await runRest(deps, operation, input, callContext);
    if (result.ok) return;
    if (result.error !== 'request_still_running')
      throw new Error(`the sandbox could not be set up: creating its token answered ${result.error}`);
    await sleep(LOOK_AGAIN_MS);
  }
}

export async function listFixtureTokens(tx: Tx, cards: readonly FixtureCard[]): Promise<FixtureToken[]> {
  const tokens: FixtureToken[] = [];
  for (const card of cards) {
    for (const token of await readTokensOfCard(tx, DEMO_BANK_ID, card)) {
      const { token_reference, token_state, requestor_id, requestor_name, device_type } = token;
      tokens.push({ exid: card.exid, token_reference, token_state, requestor_id, requestor_name, device_type });
    }
  }
  return tokens;
}
