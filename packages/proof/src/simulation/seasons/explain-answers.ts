import type { ModelAccount } from '../../world/model/model-account.ts';

/** A request that ran concurrently with others, and took effect before some of them and after others. */
export interface ResponseEffect {
  readonly account: Pick<ModelAccount, 'store'>;
  readonly answered: string;
  /** Applies the request to the model, and returns the model's answer. */
  take(): string;
  /** Returns the usage of the limits that the accounts share. Nothing else connects requests of different accounts. */
  sharedUse(): string;
}

/**
 * Looks for an order of the requests in which the model gives the same answers, and leaves the model in the state after
 * it. Returns the model's answer to each request. If no order explains all answers, the longest order of matching
 * answers determines the state for the rest.
 *
 * The effect of an answer on shared limits is the same in any order, so each set of effects is tried only once. A
 * request with the model's answer that leaves the shared limits as they are can come first in every order. Only the
 * others are tried in several orders: otherwise a single wrong answer among 20 would try a million orders.
 */
export function explainAnswers(effects: readonly ResponseEffect[]): string[] {
  const words: string[] = [];
  const tried = new Set<string>();
  const used: number[] = [];
  let longest: readonly number[] = [];
  const search = (): boolean => {
    if (used.length > longest.length) longest = [...used];
    if (used.length === effects.length) return true;
    const key = [...used].sort((one, other) => one - other).join();
    if (tried.has(key)) return false;
    tried.add(key);
    for (const [at, effect] of effects.entries()) {
      if (used.includes(at)) continue;
      const [putBack, before] = [effect.account.store(), effect.sharedUse()];
      words[at] = effect.take();
      if (words[at] === effect.answered) {
        used.push(at);
        if (search()) return true;
        used.pop();
        if (effect.sharedUse() === before) {
          putBack();
          return false;
        }
      }
      putBack();
    }
    return false;
  };
  if (search()) return words;
  const rest = effects.map((_, at) => at).filter((at) => !longest.includes(at));
  for (const at of [...longest, ...rest]) words[at] = effects[at]?.take() ?? '';
  return words;
}
