/** Messages from the process that receives notifications to the bench. */
export type ReceiverReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'counted'; readonly received: number; readonly atMs: number }
  | { readonly kind: 'lags'; readonly lagsMs: readonly number[] }
  | { readonly kind: 'arrived'; readonly id: string; readonly atMs: number };

/** Its requests are reported one by one, with the time of arrival. */
export const TIMED_PATH = '/timed';
/** How old each event is when it arrives is kept, until it is asked for. */
export const EVENTS_PATH = '/events';
/** Accepts connections and requests, and never answers. */
export const DEAD_PATH = '/dead';
/** What the bench asks the receiver for. */
export type ReceiverRequest = 'count' | 'lags';
/** Present in every notification sent to it. */
export const SENT_TYPE = 'TC';

/** By a clock that the processes of a machine share, and finer than Date.now(). */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}
