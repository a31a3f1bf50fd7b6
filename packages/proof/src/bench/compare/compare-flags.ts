import { parseArgs } from 'node:util';
import { numberFlag } from '../flags.ts';

export interface CompareFlags {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly cards: number;
  readonly connections: readonly number[];
  /** Whether to run the shortest comparison that is still significant, which takes about a minute. */
  readonly isShort: boolean;
}

const USAGE = `npm run bench:compare -- REV [options]
  REV                what the working tree is compared to: a commit, branch or tag
  --rounds N         times that both are started and measured (8); fewer than 6 prove nothing
  --seconds N        length of a measurement (3)
  --warm-up N        load before the first measurement of a start, in seconds (6)
  --cards N          cards in each database, and as many with all controls set (10000)
  --connections L    comma separated (16,64,256)
  --short            6 rounds of 2 s after 2 s, 64 connections, nothing but the top load`;

/**
 * Parses the options.
 *
 * @throws Error that describes an invalid option
 */
export function readCompareFlags(args: readonly string[]): CompareFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      cards: { type: 'string', default: '10000' },
      connections: { type: 'string' },
      short: { type: 'boolean', default: false },
    },
  });
  const usual = values.short
    ? { rounds: '6', seconds: '2', warmUp: '2', connections: '64' }
    : { rounds: '8', seconds: '3', warmUp: '6', connections: '16,64,256' };
  const number = (name: string, text: string) => numberFlag(name, text, USAGE);
  return {
    rounds: number('rounds', values.rounds ?? usual.rounds),
    seconds: number('seconds', values.seconds ?? usual.seconds),
    warmUpSeconds: number('warm-up', values['warm-up'] ?? usual.warmUp),
    cards: number('cards', values.cards),
    connections: (values.connections ?? usual.connections).split(',').map((text) => number('connections', text)),
    isShort: values.short,
  };
}
