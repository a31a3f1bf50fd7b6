import type { AnswerReceived, RequestSent } from '../exchange.ts';

/** A request and its answer that somebody recorded. */
export interface Recorded {
  readonly sent: RequestSent;
  readonly answered: AnswerReceived;
}
