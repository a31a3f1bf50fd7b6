const LONGEST_MINUTES = 15;

/** What `npm run drill:failover` hands over. Without it so few, and not timed: other tests run beside them. */
export function drillOptions(fewest: number) {
  const asked = process.env.DRILL_FAILOVERS;
  const failovers = asked === undefined ? fewest : Number(asked);
  return {
    failovers,
    isTimed: asked !== undefined,
    seed: Number(process.env.DRILL_SEED ?? '7'),
    say: (line: string) => void process.stdout.write(`${line}\n`),
    limitMs: (failovers + LONGEST_MINUTES) * 60_000,
  };
}
