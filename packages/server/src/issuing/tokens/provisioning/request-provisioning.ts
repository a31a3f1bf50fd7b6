import { randomUUID } from 'node:crypto';
import {
  type ProvisioningAnswer,
  type ProvisioningFields,
  type RequestProvisioning,
  requestProvisioning,
  writeJson,
} from '@cardwright/contract';
import { callerLog } from '../../../platform/access/index.ts';
import type { PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import {
  type CallingContext,
  cleanTexts,
  implementRestWithCall,
  type OperationContext,
  PendingCall,
} from '../../../platform/operation/index.ts';
import type { Enqueue } from '../../../platform/outbox/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { makeToken } from '../make-token.ts';
import { moveToken } from '../move-token.ts';
import type { TokenRow } from '../token-store.ts';
import { activationMethods } from './activation-methods.ts';
import { decideProvisioning, type ProvisioningVerdict } from './decide-provisioning.ts';
import { countProvisioning } from './limits-rule.ts';
import {
  findRequestedCard,
  type LoadedCard,
  loadProvisioningFacts,
  type RequestedCard,
} from './load-provisioning-facts.ts';
import { type ProvisioningPartners, provisioningExchange } from './partner-exchange.ts';
import type { ProvisioningMessage } from './provisioning-facts.ts';
import { storeCountedProvisioning } from './provisioning-limits.ts';
import { insertProvisioning } from './provisioning-store.ts';
import { publishProvisioning } from './publish-provisioning.ts';
import { writeFacts } from './stored-facts.ts';

export interface ProvisioningDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly enqueue: Enqueue;
  readonly cache: Parameters<typeof loadProvisioningFacts>[3]['cache'];
  readonly partners: ProvisioningPartners;
}

/**
 * Decides whether a card gets a token. One transaction stores the decision, token, notification and audit row
 * (docs/interface/token-provisioning.md#request). The bank's own system is called between two decisions, outside of any
 * transaction.
 */
export function requestProvisioningOperation(deps: ProvisioningDeps) {
  return implementRestWithCall(requestProvisioning, async (context: CallingContext<Answer>, { body: rawBody }) => {
    const { tx, caller, now, answer: partner } = context;
    if (caller.kind !== 'network') return fail('wrong_bank', { message: 'Networks request tokens' });
    const body = cleanTexts(requestProvisioning, rawBody, context);
    const message = toMessage(body);
    const requested = await findRequestedCard(tx, deps, deps.banks.allBankIds(), body.card);
    const { bank, key } = requested;
    const loaded =
      bank === undefined || key === undefined
        ? undefined
        : await loadProvisioningFacts(tx, bank, key, { cache: deps.cache, message, now, partner });
    const verdict = decideProvisioning(loaded?.facts ?? { card: undefined }, message, now);
    if (partner === undefined && loaded !== undefined && isForPartner(loaded, verdict)) {
      const exchange = provisioningExchange({ network: caller.clientId, loaded, request: message, verdict, now });
      return new PendingCall(() => deps.partners.exchange(exchange));
    }
    const decision = { verdict, message, decisionId: randomUUID() };
    const token = loaded === undefined ? undefined : await createToken(context, loaded, decision);
    await Promise.all([
      loaded !== undefined && token !== undefined && activate(deps, context, loaded, { verdict, token }),
      loaded !== undefined && count(context, loaded, decision),
      record(deps, context, body, { requested, loaded, verdict, token, decisionId: decision.decisionId }),
    ]);
    return ok({ body: toAnswer(body, { verdict, token, loaded, now }) });
  });
}

type Answer = PartnerOutcome<PartnerReply>;

/** Whether the bank's own system is called about the decision. */
function isForPartner({ bank: { decisionPartner } }: LoadedCard, { outcome }: ProvisioningVerdict): boolean {
  if (decisionPartner?.provisioning === undefined) return false;
  return outcome !== 'DECLINED' || decisionPartner.callPolicy === 'always';
}

/** The request without the card, so that no number is stored. */
export function toMessage<Fields extends ProvisioningFields>({ card: _, ...message }: Fields): Omit<Fields, 'card'> {
  return message;
}

const REASON = { requestedBy: 'REQUESTOR', reasonCode: 'PROVISIONING' } as const;

/** Creates the token of an approved request. */
async function createToken(
  operation: OperationContext,
  { bank, card }: LoadedCard,
  { verdict: { outcome }, message }: { verdict: ProvisioningVerdict; message: ProvisioningMessage },
): Promise<TokenRow | undefined> {
  if (outcome === 'DECLINED') return undefined;
  const fields = {
    requestorId: message.requestor_id,
    requestorName: message.requestor_name,
    deviceType: message.device?.type ?? DEVICE_TYPES[message.token_type ?? 'DEVICE'],
    activationPref: null,
    tokenType: message.token_type,
    deviceId: message.device?.id,
  };
  return await makeToken({ ...operation, bank }, card, fields, REASON);
}

/** Activates a new token unless a code is required. */
async function activate(
  { enqueue }: ProvisioningDeps,
  operation: OperationContext,
  { bank, card, contact }: LoadedCard,
  { verdict: { outcome }, token }: { verdict: ProvisioningVerdict; token: TokenRow },
): Promise<void> {
  if (outcome !== 'APPROVED') return;
  const move = { ...REASON, move: 'APPROVE', to: 'ACTIVE' } as const;
  await moveToken(enqueue, { ...operation, bank }, { token, card, contact }, move);
}

/** Counts the decision in the limits that cover it. */
async function count(
  { tx, caller, now }: OperationContext,
  { bank, card, facts, limits }: LoadedCard,
  {
    verdict: { outcome, refusing },
    message,
    decisionId,
  }: { readonly verdict: ProvisioningVerdict; readonly message: ProvisioningMessage; readonly decisionId: string },
): Promise<void> {
  if (limits === undefined || facts.card === undefined) return;
  const counted = countProvisioning(facts, message, { isApproved: outcome !== 'DECLINED', refusing }, now);
  if (counted === undefined) return;
  const decision = { key: card, productCode: card.product_code, decisionId, outcome, by: caller.clientId, now };
  await storeCountedProvisioning(tx, bank.bankId, limits, counted, decision);
}

/** The device type of a token whose request names none. */
const DEVICE_TYPES = { DEVICE: 'DEVICE', CLOUD: 'CLOUD', CARD_ON_FILE: 'ON_FILE' } as const;

interface ProvisioningRecord {
  readonly requested: RequestedCard;
  readonly loaded: LoadedCard | undefined;
  readonly verdict: ProvisioningVerdict;
  readonly token: TokenRow | undefined;
  readonly decisionId: string;
}

/** Stores the decision with the bank of the number. A number of no bank leaves a row in the operator's audit log only. */
async function record(
  { enqueue }: ProvisioningDeps,
  context: OperationContext,
  body: RequestProvisioning,
  { requested: { bank, key, maskedNumber }, loaded, verdict, token, decisionId }: ProvisioningRecord,
): Promise<void> {
  const { tx, caller, now, audit } = context;
  const { outcome, reason, rule } = verdict;
  const details = { outcome, rule, ...(reason !== undefined && { reason }), card: loaded?.card.exid ?? 'none' };
  audit(bank?.bankId ?? callerLog(caller), `provisioning:${decisionId}`, 'provisioning decided', details);
  if (bank === undefined) return;
  const { provisioning_id: provisioningId, requestor_id, requestor_name, ...about } = toMessage(body);
  const row = {
    key,
    decision_id: decisionId,
    provisioning_id: provisioningId,
    network: caller.clientId,
    exid: loaded?.card.exid ?? null,
    masked_number: loaded?.card.masked_number ?? maskedNumber ?? null,
    requestor_id,
    requestor_name,
    request: writeJson({ ...about }),
    outcome,
    reason: reason ?? null,
    rule,
    trace: JSON.stringify(verdict.trace),
    token_reference: token?.reference ?? null,
    decided_at: now,
    facts: loaded === undefined ? null : writeFacts(loaded.facts),
  };
  await Promise.all([
    insertProvisioning(tx, bank.bankId, row),
    publishProvisioning(context, enqueue, bank.bankId, row),
  ]);
}

function toAnswer(
  { provisioning_id }: RequestProvisioning,
  {
    verdict: { outcome, reason },
    token,
    loaded,
    now,
  }: Omit<ProvisioningRecord, 'requested' | 'decisionId'> & { readonly now: Date },
): ProvisioningAnswer {
  return {
    provisioning_id,
    outcome,
    ...(reason !== undefined && { reason }),
    ...(token !== undefined && {
      token_reference: token.reference,
      token_state: outcome === 'APPROVED' ? 'ACTIVE' : token.state,
    }),
    ...(outcome === 'APPROVED_WITH_CODE' &&
      loaded !== undefined && { activation_methods: activationMethods(loaded.contact) }),
    decided_at: now.toISOString(),
  };
}
