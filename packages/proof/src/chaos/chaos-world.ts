import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import type { KnownAnswers, RetryPolicy } from '../world/client/known-answers.ts';

/** The dependencies of the callers in a run. */
export interface ChaosWorld {
  readonly sender: Sender;
  /** A sender that repeats requests until they have an answer, for objects that a run only sets up. */
  readonly insistent: Sender;
  readonly known: KnownAnswers;
  readonly retryPolicy: RetryPolicy;
  readonly isOver: () => boolean;
  /** Returns another source of random numbers from the same seed. */
  readonly random: () => Random;
}
