import { isExpired } from '../../../cards/card.ts';
import type { Rule, RuleAnswer } from './rule.ts';

/**
 * 54: the card has expired, or the message has another expiry than the card. 05: it has another sequence number. The
 * plastic before a renewal is checked by its own expiry and sequence number.
 */
export const expiryAndSequenceRule: Rule = {
  name: 'EXPIRY_SEQUENCE',
  labels: ['card_expiry', 'message_expiry', 'local_date', 'card_sequence', 'message_sequence'],
  evaluate(facts, message, now): RuleAnswer {
    // ISO 8583 messages have a sequence number only if the terminal read it
    const sentNumber = message.sequenceNumber === '' ? '' : message.sequenceNumber.padStart(3, '0');
    const isSame = (sequenceNumber: string) => sentNumber === '' || sequenceNumber === sentNumber;
    const { earlier } = facts.card;
    const isEarlier = earlier?.expiry === message.expiry && isSame(earlier.sequenceNumber);
    const card = isEarlier ? earlier : facts.card;
    const localDate = facts.bank.calendar.localDate(now);
    const saw = [card.expiry, message.expiry, localDate, card.sequenceNumber, sentNumber];
    if (isExpired(card.expiry, localDate)) return { saw, refuse: { actionCode: '54', reason: 'CARD_EXPIRED' } };
    if (card.expiry !== message.expiry) return { saw, refuse: { actionCode: '54', reason: 'EXPIRY_MISMATCH' } };
    if (!isSame(card.sequenceNumber)) return { saw, refuse: { actionCode: '05', reason: 'SEQUENCE_MISMATCH' } };
    return { saw };
  },
};
