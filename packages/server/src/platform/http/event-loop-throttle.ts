/** Number of requests that start in one turn of the event loop: about the size of a batch of authorizations. */
const MAX_PER_ITERATION = 128;

export interface EventLoopThrottle {
  /** Calls `start` now or in one of the next turns of the event loop, in the order of the calls. */
  begin(start: () => void): void;
}

/**
 * Limits the requests that start in one turn of the event loop. In a burst, thousands are read in one turn. If all of
 * them started in it, the loop would read no answer of the database and meet no deadline for seconds, until all of them
 * were too old.
 */
export function createEventLoopThrottle(mostInATurn = MAX_PER_ITERATION): EventLoopThrottle {
  let queue: (() => void)[] = [];
  let started = 0;
  const nextIteration = () => {
    const next = queue.slice(0, mostInATurn);
    queue = queue.slice(mostInATurn);
    started = next.length;
    // each in its own callback, with its microtasks, as if it had just been read
    for (const start of next) setImmediate(start);
    if (started > 0) setImmediate(nextIteration);
  };
  return {
    begin(start) {
      if (started === 0) setImmediate(nextIteration);
      started++;
      if (started > mostInATurn || queue.length > 0) queue.push(start);
      else start();
    },
  };
}
