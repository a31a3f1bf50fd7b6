/** What the process that receives notifications tells the bench. */
export type ReceiverReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'counted'; readonly received: number; readonly atMs: number }
  | { readonly kind: 'arrived'; readonly id: string; readonly atMs: number };

/** Requests to it are told one by one, with the instant of their arrival. */
export const TIMED_PATH = '/timed';
/** Takes connections and requests, and says nothing. */
export const DEAD_PATH = '/dead';
/** Of every notification that is sent to it. */
export const SENT_TYPE = 'TC';

/** By a clock that the processes of a machine share, and finer than Date.now(). */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}
