import { figureText, median } from '../bench-figures.ts';
import { largestFunctions } from './attribute-profile.ts';
import { PART_RULES, PARTS } from './budget-parts.ts';
import { figureName, LONE_MESSAGE } from './cost-budget.ts';
import type { Judgement } from './judge-budget.ts';
import type { Repetition } from './measure-repetition.ts';
import type { MessageCost, Turn } from './message-cost.ts';

const WIDTHS = [16, 9, 9, 9, 9];
const MAX_FUNCTIONS = 40;

/** The parts at each number of connections with their verdicts, the lone message, and response times at half load. */
export function budgetLines(judged: readonly Judgement[], repetitions: readonly Repetition[]): string[] {
  const byName = new Map(judged.map((each) => [each.name, each]));
  const verdict = (name: string) => verdictText(byName.get(name), repetitions.length);
  const connections = [...(repetitions[0]?.rounds.keys() ?? [])];
  const lone = byName.get(LONE_MESSAGE);
  const halfLoads = repetitions.map(({ halfLoad }) => halfLoad);
  const p99 = (of: 'echo' | 'product') => median(halfLoads.map((half) => half[of].p99Ms));
  return [
    ...connections.flatMap((count) => {
      const rounds = repetitions.flatMap((repetition) => repetition.rounds.get(count) ?? []);
      return [...partLines(rounds, count, byName, verdict), ''];
    }),
    `lone message, one every 5 ms: ${figureText(lone?.multiple)} × its cost at full load, budget ${figureText(lone?.budget)}  ${verdict(LONE_MESSAGE)}`,
    `p99 at half load (${median(halfLoads.map(({ rate }) => rate)).toFixed(0)}/s): ${p99('product').toFixed(1)} ms, ${figureText(p99('product') / p99('echo'))} × the echo's; no budget`,
  ];
}

function partLines(
  rounds: readonly Turn[],
  connections: number,
  judged: ReadonlyMap<string, Judgement>,
  verdict: (name: string) => string,
): string[] {
  const micros = (subject: keyof Turn, of: (cost: MessageCost) => number) =>
    median(rounds.map((turn) => of(turn[subject]))).toFixed(1);
  const echoAndProduct = (of: (cost: MessageCost) => number) => [micros('echo', of), micros('product', of)];
  const whole = median(rounds.map(({ echo, product }) => product.server / echo.server));
  return [
    row([`${connections} connections`, 'echo us', 'us', '× echo', 'budget']),
    ...PARTS.map((part) => {
      const name = figureName(connections, part);
      const { multiple, budget } = judged.get(name) ?? {};
      const cells = [...echoAndProduct(({ parts }) => parts[part]), figureText(multiple), figureText(budget)];
      return `${row([part, ...cells])}  ${verdict(name)}`;
    }),
    row(['server in all', ...echoAndProduct(({ server }) => server), figureText(whole)]),
    row(['garbage, threads', ...echoAndProduct(({ garbage, parts }) => garbage + parts.threads)]),
  ];
}

function verdictText(judgement: Judgement | undefined, repetitions: number): string {
  if (judgement === undefined) return '';
  const { exceeded } = judgement;
  if (exceeded === 0) return 'within';
  return exceeded === repetitions ? 'EXCEEDED' : `above in ${exceeded} of ${repetitions}`;
}

/** The functions of the product in which its main thread spends most time, without what they call. */
export function functionLines(repetitions: readonly Repetition[]): string[] {
  const profiles = repetitions.flatMap((repetition) => repetition.profiles);
  return largestFunctions(profiles, PART_RULES, MAX_FUNCTIONS).map(
    ({ name, part, share }) => `${(100 * share).toFixed(2).padStart(6)} %  ${part.padEnd(13)} ${name}`,
  );
}

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[at]!))).join(' ');
}
