/** What `npm run drill:failover` hands over; without it, one failover of each kind. */
const failovers = Number(process.env.DRILL_FAILOVERS ?? '3');

export const DRILL = {
  failovers,
  seed: Number(process.env.DRILL_SEED ?? '7'),
  say: (line: string) => void process.stdout.write(`${line}\n`),
  limitMs: (failovers + 15) * 60_000,
};
