/** Requests that begin in one turn of the event loop: about as many as a batch of authorizations holds. */
const MOST_IN_A_TURN = 128;

export interface EventLoopTurns {
  /** Calls it now, or in one of the next turns of the event loop, in the order in which they came. */
  begin(start: () => void): void;
}

/**
 * In a burst, thousands of requests can be read in one turn of the event loop. If all of them began in it, nothing else would be
 * done for seconds: no answer of the database would be read and no deadline kept, until all of them were too old.
 */
export function createEventLoopTurns(mostInATurn = MOST_IN_A_TURN): EventLoopTurns {
  let waiting: (() => void)[] = [];
  let begun = 0;
  const nextTurn = () => {
    const next = waiting.slice(0, mostInATurn);
    waiting = waiting.slice(mostInATurn);
    begun = next.length;
    // each with what follows from it, as if it had just been read
    for (const start of next) setImmediate(start);
    if (begun > 0) setImmediate(nextTurn);
  };
  return {
    begin(start) {
      if (begun === 0) setImmediate(nextTurn);
      begun++;
      if (begun > mostInATurn || waiting.length > 0) waiting.push(start);
      else start();
    },
  };
}
