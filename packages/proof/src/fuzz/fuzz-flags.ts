import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface FuzzFlags {
  readonly minutes: number;
  /** The number of inputs after which the run ends, if it has not ended before. */
  readonly inputs: number;
  readonly seed: number;
  /** The number of requests in flight at the same time. */
  readonly connections: number;
  readonly operation: string | undefined;
}

const USAGE = `npm run fuzz -- [options]
  --minutes N        duration (10)
  --inputs N         maximum number of inputs
  --seed N           seed of the inputs and their order (random)
  --connections N    concurrent requests (96)
  --operation TEXT   only operations and paths whose name contains the text`;

/**
 * Parses the options.
 *
 * @throws Error that describes an invalid option
 */
export function readFuzzFlags(args: readonly string[]): FuzzFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      inputs: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      connections: { type: 'string', default: '96' },
      operation: { type: 'string' },
    },
  });
  const number = (name: string, text: string) => {
    const value = Number(text);
    if (!(value > 0)) throw new Error(`--${name} must be a number above zero\n${USAGE}`);
    return value;
  };
  const { inputs, minutes = inputs === undefined ? '10' : '1000000' } = values;
  return {
    minutes: number('minutes', minutes),
    inputs: inputs === undefined ? Number.POSITIVE_INFINITY : number('inputs', inputs),
    seed: number('seed', values.seed),
    connections: number('connections', values.connections),
    operation: values.operation,
  };
}
