import { changeStatus, type LiveCardStatus, type RequestBodyOf } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type EnvelopeContext, implementEnvelope } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { lockAccount, recordChange } from '../accounts/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { mayBecome } from './card.ts';
import { creationEvent, replacementEvent, statusEvent } from './card-events.ts';
import { type CardRow, readCard, successorOf, updateStatus } from './card-store.ts';
import { findCard } from './find-card.ts';
import type { OnNewPlastic } from './plastic.ts';
import { type Replacement, replaceCard } from './replace-card.ts';

/** Further effects of a new status, in the same transaction and under the same lock. */
export type OnStatusChange = (context: Omit<EnvelopeContext, 'warn'>, card: CardRow) => Promise<void>;

export interface ChangeStatusDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly onStatusChange: OnStatusChange;
  readonly onNewPlastic: OnNewPlastic;
}

type Body = RequestBodyOf<typeof changeStatus>;

/**
 * Changes the status of a card (docs/interface/cards.md#status). Fails with `state_forbids` if the card is LOST,
 * STOLEN, CLOSED or REPLACED, which are final. REPLACED, an addition to the interface, creates the next card under the
 * number in the same transaction and returns it.
 */
export function changeStatusOperation(deps: ChangeStatusDeps) {
  return implementEnvelope(changeStatus, {
    async run(context, body) {
      const { tx, bank } = context;
      const before = await findCard(tx, deps.vault, bank.bankId, body);
      if (!before.ok) return before;
      // authorizations take the same lock: each sees the card either before or after this change
      await lockAccount(tx, bank.bankId, before.value.key.account_id);
      // a replacement that committed while this request waited has moved the EXID to the row of the replaced card
      const match = await findCard(tx, deps.vault, bank.bankId, body);
      if (!match.ok) return match;
      const card = await readCard(tx, bank.bankId, match.value.key);
      const changedCard = await change(deps, context, card, body.status.value);
      if (!changedCard.ok) return changedCard;
      return ok({
        card_identifier_id: match.value.publicIdentifier,
        card_identifier_type: body.card_identifier_type,
        status: { type: 'card_status' as const, value: body.status.value },
        ...(changedCard.value !== undefined && { replacement: encodeReplacement(changedCard.value) }),
      });
    },
  });
}

async function change(
  deps: ChangeStatusDeps,
  context: EnvelopeContext,
  card: CardRow,
  status: Body['status']['value'],
) {
  const { bank, audit } = context;
  const subject = `card:${card.exid}`;
  if (!mayBecome(card.status, status))
    return fail('state_forbids', { subject, message: `A ${card.status} card stays ${card.status}` });
  if (status === 'REPLACED') return await replace(deps, context, card);
  if (card.status !== status) await changeLiveStatus(context, card, status, deps.onStatusChange);
  const moved = { before: { status: card.status }, after: { status }, event: statusEvent(card.status, status) };
  audit(bank.bankId, subject, 'status changed', { from: card.status, to: status }, moved);
  return ok(undefined);
}

/** Stores the new status of a card and its consequences. The caller holds the account's lock, and has checked the change. */
export async function changeLiveStatus(
  context: EnvelopeContext,
  card: CardRow,
  status: LiveCardStatus,
  onStatusChange: OnStatusChange,
): Promise<void> {
  const { tx, bank, caller, now } = context;
  await updateStatus(tx, bank.bankId, card, status, now);
  const recorded = { kind: 'CARD_STATUS', cardId: String(card.card_id), status, by: caller.clientId } as const;
  await recordChange(tx, bank.bankId, card.account_id, recorded, now);
  await onStatusChange(context, { ...card, status });
}

/** Returns the current card under the number if the card is REPLACED already. */
async function replace({ banks, onNewPlastic }: ChangeStatusDeps, context: EnvelopeContext, card: CardRow) {
  const { tx, bank, audit } = context;
  const subject = `card:${card.exid}`;
  if (card.status === 'REPLACED') {
    const { exid, expiry, sequence_number: sequenceNumber } = await readCard(tx, bank.bankId, successorOf(card));
    audit(bank.bankId, subject, 'status changed', { from: 'REPLACED', to: 'REPLACED' });
    return ok({ exid, expiry, sequenceNumber });
  }
  const product = banks.product(bank.bankId, card.product_code);
  if (product === undefined) throw new Error(`a card has the product ${card.product_code}, which the bank has not`);
  const replacement = await replaceCard(context, card, product, onNewPlastic);
  if (replacement === undefined)
    return fail('state_forbids', { subject, message: 'The card has the last sequence number' });
  const details = { from: card.status, to: 'REPLACED', replacement: replacement.exid };
  audit(bank.bankId, subject, 'status changed', details, {
    before: { status: card.status },
    after: { status: 'REPLACED' },
    type: 'card.replaced',
    event: replacementEvent(card.status, replacement.exid),
  });
  audit(
    bank.bankId,
    `card:${replacement.exid}`,
    'created',
    { replaces: card.exid },
    {
      before: null,
      after: { status: card.status, expiry: replacement.expiry, sequenceNumber: replacement.sequenceNumber },
      event: creationEvent(context.tx, bank.bankId, card),
    },
  );
  return ok(replacement);
}

function encodeReplacement({ exid, expiry, sequenceNumber }: Replacement) {
  return {
    card_identifier_id: exid,
    card_identifier_type: 'EXID' as const,
    card_expiry_date: expiry,
    card_sequence_number: sequenceNumber,
  };
}
