import type { CARD_ENTRIES } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** Describes how the card was used. */
export const CHANNEL_WORDS: Readonly<Record<(typeof CARD_ENTRIES)[number], WordKey>> = {
  ECOM: 'channel.ECOM',
  MOTO: 'channel.MOTO',
  RECURRING: 'channel.RECURRING',
  KEYED: 'channel.KEYED',
  UNKNOWN: 'channel.UNKNOWN',
  CHIP: 'channel.CHIP',
  SWIPE: 'channel.SWIPE',
  CONTACTLESS: 'channel.CONTACTLESS',
  FALLBACK: 'channel.FALLBACK',
};
