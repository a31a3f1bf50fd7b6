import type { AnswerReceived, RequestSent } from '../exchange.ts';

/** A recorded request and its response. */
export interface Recorded {
  readonly sent: RequestSent;
  readonly answered: AnswerReceived;
}
