import { ACTION_CODES } from '@cardwright/contract';
import { REASONS } from './reasons.ts';

export interface ToldStep {
  readonly rule: string;
  readonly verdict: string;
  readonly saw: Readonly<Record<string, unknown>>;
}

export interface ToldDecision {
  readonly action_code: string;
  readonly rule: string;
  readonly trace: readonly ToldStep[];
}

/** What traces tell in minor units, as texts. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['billing_minor', 'transaction_minor', 'amount', 'limit', 'cash_limit'],
  ...['counter_before', 'counter_after', 'available_before', 'available_after'],
]);

/** The verdict with its reason. */
export function verdictSentence({ action_code: code, rule }: ToldDecision, would = false): string {
  const meaning = (ACTION_CODES as Record<string, string>)[code] ?? 'an action code that this version does not know';
  const was = would ? 'It would be' : 'It was';
  if (code === '00') return `${was} approved (00).`;
  const reason = REASONS[rule];
  return `${was} declined with ${code} (${meaning})${reason === undefined ? '' : `: ${reason}`}. Reason: ${rule}.`;
}

/**
 * One sentence for the rule that decided, with what it saw, and one for those before it.
 * @param digits how many digits of an amount follow its point
 */
export function traceSentences({ action_code: code, trace }: ToldDecision, digits: number): string[] {
  const last = trace.at(-1);
  if (last === undefined) return ['Nothing is known of how it was decided.'];
  const passed = (code === '00' ? trace : trace.slice(0, -1)).map(({ rule }) => rule);
  const told = passed.length === 0 ? [] : [`${countOf(passed.length)} passed: ${passed.join(', ')}.`];
  const saw = sawSentence(last, digits);
  if (code === '00') return saw === '' ? told : [...told, `The last one, ${last.rule}, saw ${saw}.`];
  const before = told.map((sentence) => `Before it, ${sentence[0]?.toLowerCase()}${sentence.slice(1)}`);
  return [`The rule ${last.rule} refused${saw === '' ? '' : `; it saw ${saw}`}.`, ...before];
}

function countOf(rules: number): string {
  return rules === 1 ? 'One rule' : `${rules} rules`;
}

function sawSentence({ saw }: ToldStep, digits: number): string {
  return Object.entries(saw)
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => {
      const name = label.replace(/_minor$/, '_amount').replaceAll('_', ' ');
      if (typeof value === 'boolean') return `${name}: ${value ? 'yes' : 'no'}`;
      return `${name} ${AMOUNTS.has(label) ? withPoint(String(value), digits) : String(value)}`;
    })
    .join(', ');
}

/** Minor units with their point. */
export function withPoint(minor: string, digits: number): string {
  if (!/^-?\d+$/.test(minor) || digits === 0) return minor;
  const isNegative = minor.startsWith('-');
  const padded = minor.replace('-', '').padStart(digits + 1, '0');
  return `${isNegative ? '-' : ''}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** How many digits follow the point, as another amount of the same currency shows. */
export function digitsOf(amount: string | null): number {
  return amount === null ? 0 : (amount.split('.')[1]?.length ?? 0);
}
