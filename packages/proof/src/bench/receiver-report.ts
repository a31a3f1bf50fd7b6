/** Messages from the process that receives notifications to the bench. */
export type ReceiverReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'counted'; readonly received: number; readonly atMs: number }
  | { readonly kind: 'lags'; readonly lagsMs: readonly number[] }
  | { readonly kind: 'arrived'; readonly id: string; readonly atMs: number };

/** Requests to this path are reported one by one, with the time of arrival. */
export const TIMING_PATH = '/timed';
/** For requests to this path, the receiver stores the age of each event until the bench requests it. */
export const EVENTS_PATH = '/events';
/** This path accepts connections and requests, and never answers. */
export const DEAD_PATH = '/dead';
/** The requests of the bench to the receiver. */
export type ReceiverRequest = 'count' | 'lags';
/** The type that every notification to the receiver contains. */
export const SENT_TYPE = 'TC';

/** Reads a clock that all processes of a machine share and that is finer than Date.now(). */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}
