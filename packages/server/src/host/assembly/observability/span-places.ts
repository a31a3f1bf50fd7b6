import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** The trace to which work belongs. Without a span, the caller's trace context is only passed on. */
interface Place {
  readonly span: Span | undefined;
  readonly traceParent: string;
}

/** The span of the work that runs now, across asynchronous calls. */
export interface SpanPlaces {
  /** Opens a place for work to enter until the place ends. */
  open(place: Place): { enter<T>(work: () => T): T; end(): void };
  /** Runs work outside of all spans. */
  leave<T>(work: () => T): T;
  span(): Span | undefined;
  traceParent(): string | undefined;
}

/** The longest life of a place. Only streams last longer, and their later work has no span. */
const LONGEST_MS = 60_000;

/**
 * Creates the places on an AsyncLocalStorage. Before Node 24, its use slows down every promise of the process and makes
 * a decision a quarter slower. For that reason, the store is disabled when the last place that work entered has ended.
 */
export function createSpanPlaces(): SpanPlaces {
  const store = new AsyncLocalStorage<Place | undefined>();
  const entered = new Set<Place>();
  // sockets retain the store of their last use
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
