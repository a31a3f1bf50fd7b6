import type { ModelAccount } from '../model/model-account.ts';

/** Something that was asked at the same time as others, and took effect before some of them and after others. */
export interface ToldEffect {
  readonly account: Pick<ModelAccount, 'keep'>;
  readonly answered: string;
  /** Takes effect in the model, and answers what the model says. */
  take(): string;
}

/**
 * Looks for an order in which the model says what was answered, and leaves the model as it is then. Answers what the model said to
 * each. Where no order explains all, what most of them leave is the state in which the rest are asked.
 *
 * What an answer does to the limits that accounts share is the same in any order, so the same set of effects is tried but once.
 */
export function explainAnswers(effects: readonly ToldEffect[]): string[] {
  const said: string[] = [];
  const tried = new Set<string>();
  const taken: number[] = [];
  let longest: readonly number[] = [];
  const search = (): boolean => {
    if (taken.length > longest.length) longest = [...taken];
    if (taken.length === effects.length) return true;
    const key = [...taken].sort((one, other) => one - other).join();
    if (tried.has(key)) return false;
    tried.add(key);
    for (const [at, effect] of effects.entries()) {
      if (taken.includes(at)) continue;
      const putBack = effect.account.keep();
      said[at] = effect.take();
      if (said[at] === effect.answered) {
        taken.push(at);
        if (search()) return true;
        taken.pop();
      }
      putBack();
    }
    return false;
  };
  if (search()) return said;
  const rest = effects.map((_, at) => at).filter((at) => !longest.includes(at));
  for (const at of [...longest, ...rest]) said[at] = effects[at]?.take() ?? '';
  return said;
}
