import type { ReceivedAnswer, RequestSent } from '../exchange.ts';

/** A recorded request and its response. */
export interface RecordedTraffic {
  readonly sent: RequestSent;
  readonly answered: ReceivedAnswer;
}
