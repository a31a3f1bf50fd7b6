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

/** The longest life of a place, in milliseconds. Only streams last longer, and their later work has no span. */
const LONGEST_MS = 60_000;

/** Creates the places on an AsyncLocalStorage. */
export function createSpanPlaces(): SpanPlaces {
  const store = new AsyncLocalStorage<Place | undefined>();
  // Sockets retain the store of their last use, so a place can outlive its work.
  const entered = new WeakSet<Place>();
  const now = () => {
    const place = store.getStore();
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
        entered.delete(place);
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
