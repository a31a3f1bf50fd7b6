import type { Token } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import type { CardKey } from '../cards/index.ts';
import { toTokenResponse } from './token-response.ts';
import { readUndeletedTokens } from './token-store.ts';

/** Reads the tokens of a card, oldest first, without deleted ones. */
export async function readTokensOfCard(tx: Tx, bankId: string, card: CardKey): Promise<Token[]> {
  return (await readUndeletedTokens(tx, bankId, card)).map(toTokenResponse);
}
