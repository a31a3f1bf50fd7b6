import { randomUUID } from 'node:crypto';
import {
  IDEMPOTENCY_KEY_HEADER,
  type JsonObject,
  type ProvisionTokenRequest,
  provisionToken,
  writeCanonicalJson,
} from '@cardwright/contract';
import type { Caller } from '../access/index.ts';
import { lockAccount } from '../accounts/index.ts';
import { type CardRow, findCard, readCard } from '../cards/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { cleanTexts, implementRest } from '../operation/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { ChangeDeps } from './change-token.ts';
import { changeState } from './change-token-store.ts';
import { issueCode } from './issue-code.ts';
import { callingBank } from './lock-token.ts';
import { moveToken, type Reason, type TokenMoveContext } from './move-token.ts';
import { showToken } from './show-token.ts';
import { FIRST_STATE, refuseForCard } from './token.ts';
import { claimReference, findByRequest, type RequestMark } from './token-directory-store.ts';
import { insertToken, readTokenRow, type TokenRow } from './token-store.ts';

type ProvisionDeps = ChangeDeps & { readonly vault: Vault };

/**
 * Makes a token of a card (docs/interface/tokens.md#provision). With NONE it is active at once (TC). With CODE it waits
 * for a code: the first one is issued at once (AC) when the request says how the cardholder gets it, and by its own
 * operation otherwise.
 */
export function provisionTokenOperation(deps: ProvisionDeps) {
  return implementRest(provisionToken, async (context, { body: given, headers }) => {
    const calling = callingBank(context, deps.banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const { tx, now, caller } = context;
    const body = cleanTexts(provisionToken, given, context);
    const found = await findCard(tx, deps.vault, bank.bankId, body);
    if (!found.ok) return found;
    await lockAccount(tx, bank.bankId, found.value.key.account_id);
    const mark = await markOf(tx, deps.vault, caller, headers[IDEMPOTENCY_KEY_HEADER], given);
    const earlier = await replay(tx, deps.vault, bank.bankId, mark, given);
    if (earlier !== undefined) return earlier;
    const card = await readCard(tx, bank.bankId, found.value.key);
    const refused = refuseForCard('PROVISION', card, bank.calendar.localDate(now));
    if (refused !== undefined) return fail('state_forbids', { message: refused });
    const token = await makeToken({ ...context, bank }, card, body, mark);
    if (token === undefined) return fail('request_exists', { message: KEY_TAKEN });
    await begin(deps, { ...context, bank }, { token, card }, body);
    return ok({ body: showToken(await readTokenRow(tx, bank.bankId, token)) });
  });
}

/** Undefined when another request took the key meanwhile, for another account: this request's account was locked. */
async function makeToken(
  { tx, now, caller, audit, bank: { bankId } }: TokenMoveContext,
  card: CardRow,
  body: ProvisionTokenRequest,
  mark: RequestMark | undefined,
): Promise<TokenRow | undefined> {
  const token = {
    reference: randomUUID(),
    requestorId: body.requestor_id,
    requestorName: body.requestor_name,
    deviceType: body.device_type,
    activationPref: body.activation_pref || null,
  };
  const key = await insertToken(tx, bankId, card, token, FIRST_STATE, now);
  if (!(await claimReference(tx, bankId, token.reference, key, mark))) return undefined;
  const reason = reasonOf(body);
  const made = { event: 'PROVISION', from: null, to: FIRST_STATE, notificationId: null } as const;
  await changeState(tx, bankId, key, { ...made, ...reason, actor: caller.clientId }, now);
  const after = { state: FIRST_STATE, requestor: body.requestor_id };
  audit(bankId, `token:${token.reference}`, 'provisioned', { card: card.exid, ...reason }, { before: null, after });
  return readTokenRow(tx, bankId, key);
}

/** Does what the activation method requires. */
async function begin(
  deps: ProvisionDeps,
  context: TokenMoveContext,
  made: { token: TokenRow; card: CardRow },
  body: ProvisionTokenRequest,
): Promise<void> {
  const reason = reasonOf(body);
  if (body.activation === 'NONE') {
    await moveToken(deps.enqueue, context, made, { ...reason, move: 'APPROVE', to: 'ACTIVE' });
  } else if (made.token.activation_pref !== null) {
    await issueCode(deps, context, made, { ...reason, to: 'PENDING_ACTIVATION' });
  }
}

function reasonOf(body: ProvisionTokenRequest): Reason {
  return { requestedBy: body.requested_by, reasonCode: body.reason_code };
}

const KEY_TAKEN = 'This Idempotency-Key was used for another token';

/** Undefined without a key: each such request makes a new token, as a card may have several tokens of one requestor. */
async function markOf(
  tx: Tx,
  { contents }: Vault,
  caller: Caller,
  key: unknown,
  body: ProvisionTokenRequest,
): Promise<RequestMark | undefined> {
  if (typeof key !== 'string' || key === '') return undefined;
  await contents.settle(tx);
  return {
    keys: contents.hashes(`token-request:${JSON.stringify([caller.clientId, key])}`),
    content: contents.hash(contentOf(body)),
  };
}

function contentOf(body: ProvisionTokenRequest): string {
  return writeCanonicalJson(body as unknown as JsonObject);
}

/** The token that an earlier request with the same key made, as it is now. */
async function replay(
  tx: Tx,
  { contents }: Vault,
  bankId: string,
  mark: RequestMark | undefined,
  body: ProvisionTokenRequest,
) {
  const earlier = mark === undefined ? undefined : await findByRequest(tx, bankId, mark);
  if (earlier === undefined) return undefined;
  if (!contents.isOf(earlier, contentOf(body))) return fail('request_exists', { message: KEY_TAKEN });
  return ok({ body: showToken(await readTokenRow(tx, bankId, earlier)), replayed: true });
}
