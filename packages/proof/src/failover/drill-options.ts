const LONGEST_MINUTES = 15;

/**
 * The options of `npm run drill:failover`. Without them, the drill runs `fewest` failovers and is not timed, because
 * other tests run in parallel.
 */
export function drillOptions(fewest: number) {
  const configured = process.env.DRILL_FAILOVERS;
  const failovers = configured === undefined ? fewest : Number(configured);
  return {
    failovers,
    isTimed: configured !== undefined,
    seed: Number(process.env.DRILL_SEED ?? '7'),
    report: (line: string) => void process.stdout.write(`${line}\n`),
    limitMs: (failovers + LONGEST_MINUTES) * 60_000,
  };
}
