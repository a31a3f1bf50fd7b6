import type { CardListItem, CardStatus } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export interface CardChange {
  readonly status: CardStatus;
  readonly verb: WordKey;
  readonly title: WordKey;
  /** Whether the change is irreversible. */
  readonly isFinal: boolean;
}

const BLOCK: CardChange = { status: 'BLOCKED', verb: 'card.block', title: 'card.blockTitle', isFinal: false };
const UNBLOCK: CardChange = { status: 'ACTIVE', verb: 'card.unblock', title: 'card.unblockTitle', isFinal: false };
const REPLACE: CardChange = { status: 'REPLACED', verb: 'card.replace', title: 'card.replaceTitle', isFinal: true };
const FOR_GOOD: readonly CardChange[] = [
  { status: 'LOST', verb: 'card.lost', title: 'card.lostTitle', isFinal: true },
  { status: 'STOLEN', verb: 'card.stolen', title: 'card.stolenTitle', isFinal: true },
  { status: 'CLOSED', verb: 'card.close', title: 'card.closeTitle', isFinal: true },
];

/** Returns the changes that the status of a card and the person's roles allow (docs/interface/cards.md#status). */
export function changesOf(status: CardStatus, may: { everything: boolean; block: boolean }): readonly CardChange[] {
  if (status !== 'ACTIVE' && status !== 'BLOCKED') return [];
  const block = may.everything || may.block;
  return [
    ...(status === 'ACTIVE' && block ? [BLOCK] : []),
    ...(status === 'BLOCKED' && may.everything ? [UNBLOCK] : []),
    ...(block ? [REPLACE] : []),
    ...(may.everything ? FOR_GOOD : []),
  ];
}

/**
 * Returns the statuses with which a card can be reissued. A card can be reissued once, and a reported card only with
 * its reported status.
 */
export function reissuesOf(
  { card_status: status, reissued_card_identifier_id: reissued }: ReissuableCard,
  may: { everything: boolean },
): readonly ('LOST' | 'STOLEN')[] {
  if (!may.everything || reissued !== undefined) return [];
  if (status === 'LOST' || status === 'STOLEN') return [status];
  return status === 'ACTIVE' || status === 'BLOCKED' ? ['LOST', 'STOLEN'] : [];
}

type ReissuableCard = Pick<CardListItem, 'card_status' | 'reissued_card_identifier_id'>;
