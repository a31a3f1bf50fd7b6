import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import type { KnownAnswers, Patience } from './known-answers.ts';

/** What life needs of its surroundings. */
export interface ChaosWorld {
  readonly sender: Sender;
  /** Asks until there is an answer: for what is only made to be used. */
  readonly insistent: Sender;
  readonly known: KnownAnswers;
  readonly patience: Patience;
  readonly isOver: () => boolean;
  /** Another source of random numbers, of the same seed. */
  readonly random: () => Random;
}
