import { reissueCard } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { cleanTexts, type EnvelopeContext, implementRest } from '../../platform/operation/index.ts';
import { lockAccount } from '../accounts/index.ts';
import { bankOfCaller } from '../banks/index.ts';
import { mayBecome } from './card.ts';
import { creationEvent } from './card-events.ts';
import { readCardListRow } from './card-list-store.ts';
import { toCardListResponse } from './card-response.ts';
import { type CardKey, type CardRow, findByExid, readCard, storeReissue } from './card-store.ts';
import { type ChangeStatusDeps, changeLiveStatus } from './change-status.ts';
import { issueCard } from './issue-card.ts';

/** Gives the new card what the old one had, in the same transaction and under the same lock. */
export type OnReissue = (context: EnvelopeContext, from: CardRow, to: CardKey) => Promise<void>;

export interface ReissueDeps extends ChangeStatusDeps {
  readonly onReissue: OnReissue;
}

/**
 * Reissues a lost or stolen card (docs/interface/cards.md#reissue). Fails with `state_forbids` if the card has another
 * final status, or was reissued before.
 */
export function reissueCardOperation(deps: ReissueDeps) {
  return implementRest(reissueCard, async (context, { params, body }) => {
    const { tx, audit } = context;
    const calling = bankOfCaller(context.caller, deps.banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const { bankId } = bank;
    const exid = params.card_identifier_id;
    const cardRow = await findByExid(tx, bankId, exid);
    if (cardRow === undefined) return fail('card_not_found');
    // authorizations take the same lock: each sees the cards either before or after this change
    await lockAccount(tx, bankId, cardRow.account_id);
    // a replacement that committed while this request waited has moved the EXID to the row of the replaced card
    const card = await readCard(tx, bankId, requireValue(await findByExid(tx, bankId, exid), 'the card of an EXID'));
    const message = refusalOf(card, body.status);
    if (message !== undefined) return fail('state_forbids', { subject: `card:${card.exid}`, message });
    if (card.status !== body.status) {
      await changeLiveStatus({ ...context, bank }, card, body.status, deps.onStatusChange);
    }
    const { delivery_address: deliveryAddress } = cleanTexts(reissueCard, body, context);
    const product = requireValue(deps.banks.product(bankId, card.product_code), 'the product of a card');
    const form = body.card_virtual_indicator;
    const issued = await issueCard({ ...context, bank }, deps.vault, deps.onNewPlastic, {
      accountId: card.account_id,
      clientId: card.client_id,
      product,
      cardholderName: card.cardholder_name,
      role: card.card_role,
      form,
      institutionId: card.institution_id,
      customFields: card.custom_fields,
      deliveryAddress,
    });
    const { key, exid: newExid, maskedNumber, expiry } = requireValue(issued, 'a card with a generated number');
    await storeReissue(tx, bankId, card, key);
    await deps.onReissue({ ...context, bank }, card, key);
    const after = { status: body.status, reissuedAs: newExid };
    const before = { status: card.status };
    const event = () => ({
      before: { card_status: card.status },
      after: { card_status: body.status, reissued_card_identifier_id: newExid },
    });
    audit(bankId, `card:${card.exid}`, 'reissued', { as: newExid }, { before, after, event });
    const created = { status: 'ACTIVE', number: maskedNumber, expiry, product: card.product_code, form };
    audit(
      bankId,
      `card:${newExid}`,
      'created',
      { reissues: card.exid },
      { before: null, after: created, event: creationEvent(tx, bankId, key) },
    );
    return ok({ body: toCardListResponse(await readCardListRow(tx, bankId, key)) });
  });
}

function refusalOf(card: CardRow, status: 'LOST' | 'STOLEN'): string | undefined {
  if (!mayBecome(card.status, status)) return `A ${card.status} card stays ${card.status}`;
  return card.reissued_as === null ? undefined : 'The card was reissued already';
}
