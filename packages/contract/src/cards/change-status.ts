import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { defineEnvelope } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { CARD_STATUSES } from './enquire-card.ts';

const body = {
  card_identifier_id: cardIdentifierId(),
  card_identifier_type: cardIdentifierType(),
  status: record({
    type: oneOf(['card_status'], { description: 'Attribute to change' }),
    value: oneOf(CARD_STATUSES, { component: 'CardStatus', description: 'New status' }),
  }),
};

export const changeStatus = defineEnvelope({
  id: 'cards.change-status',
  sdk: 'cards.updateStatus',
  title: 'Change the status of a card',
  description:
    'Blocks, unblocks, replaces or closes a card, or reports it lost or stolen. The change is in force when the response is sent. A card cannot leave a final status.',
  reference: 'docs/interface/cards.md#status',
  path: '/cardservices/CardStatusUpdate',
  scope: 'cards:write',
  partScope: { scope: 'cards:block', allows: ({ status }) => ['BLOCKED', 'REPLACED'].includes(status.value) },
  requestKey: 'request_card_status_change',
  responseKey: 'response_card_status_change',
  requestFunction: 'REQ_CARD_STATUS_CHANGE',
  responseFunction: 'REP_CARD_STATUS_CHANGE',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  requestBody: record(body),
  responseBody: record({
    ...body,
    replacement: optional(
      record(
        {
          card_identifier_id: text(20, { description: 'EXID' }),
          card_identifier_type: oneOf(['EXID'], { description: 'Type of the id' }),
          card_expiry_date: text(4, { description: 'YYMM' }),
          card_sequence_number: text(3, { description: 'Sequence number of the previous card plus one' }),
        },
        { description: 'With status REPLACED: the replacement card with the same number' },
      ),
    ),
  }),
  errors: ['card_not_found', 'several_cards_match', 'state_forbids'],
});
