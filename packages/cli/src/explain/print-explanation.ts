import { ACTION_CODES, type Explanation, explainReason } from '@cardwright/contract';
import { bold, faint } from '../output/paint.ts';
import { print } from '../output/print.ts';

interface Explained {
  readonly action_code: string;
  readonly rule: string;
  readonly explanation?: Explanation;
}

/** Prints the sentences of a decision, then its code and reason for reference. */
export function printExplanation({ action_code: code, rule: reason, explanation }: Explained): void {
  for (const { about, text } of explanation?.sentences ?? []) print(about === 'outcome' ? bold(text) : text);
  print(faint(codeText(code, reason)));
}

/** A sentence for a decision with only a code and a reason. */
export function verdictSentence(code: string, reason: string): string {
  if (code === '00') return 'It was approved (00).';
  const explanation = explainReason(reason, 'en');
  return `It was declined with ${codeText(code, reason)}.${explanation === undefined ? '' : ` ${explanation}`}`;
}

function codeText(code: string, reason: string): string {
  const meaning = (ACTION_CODES as Record<string, string>)[code];
  return `${code}${meaning === undefined ? '' : ` (${meaning})`} ${reason}`;
}
