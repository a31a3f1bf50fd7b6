import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What work belongs to. Without a span, its caller's trace is only passed on. */
interface Place {
  readonly span: Span | undefined;
  readonly traceParent: string;
}

/** Which span the work that runs now belongs to, however often it waited. */
export interface SpanPlaces {
  /** A place that work enters, until it is ended. */
  open(place: Place): { enter<T>(work: () => T): T; end(): void };
  /** Runs work that belongs to none. */
  leave<T>(work: () => T): T;
  span(): Span | undefined;
  traceParent(): string | undefined;
}

/** Longer than any request but a stream, which then belongs to nothing. */
const LONGEST_MS = 60_000;

/**
 * Before Node 24, to know it makes every promise of the process dearer, a decision by a quarter. So it is known only while there is
 * something to know: the store is switched off once the last place that was entered is ended.
 */
export function createSpanPlaces(): SpanPlaces {
  const store = new AsyncLocalStorage<Place | undefined>();
  const entered = new Set<Place>();
  // sockets keep what was in force when they were last used
  const now = () => {
    const place = entered.size === 0 ? undefined : store.getStore();
    return place !== undefined && entered.has(place) ? place : undefined;
  };
  const leave: SpanPlaces['leave'] = (work) => (now() === undefined ? work() : store.run(undefined, work));
  return {
    open(place) {
      let isOver = false;
      let longest: NodeJS.Timeout | undefined;
      const end = () => {
        isOver = true;
        clearTimeout(longest);
        if (entered.delete(place) && entered.size === 0) store.disable();
      };
      return {
        enter(work) {
          if (isOver) return leave(work);
          entered.add(place);
          longest ??= setTimeout(end, LONGEST_MS).unref();
          return store.run(place, work);
        },
        end,
      };
    },
    leave,
    span: () => now()?.span,
    traceParent: () => now()?.traceParent,
  };
}
