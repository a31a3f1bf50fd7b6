import { checkLinearizable } from '../../world/history/linearizability.ts';
import type { ModelAccount } from '../../world/model/model-account.ts';

/** A request that ran at the same time as others, and took effect before some of them and after others. */
export interface AnsweredEffect {
  readonly account: Pick<ModelAccount, 'keep'>;
  readonly answered: string;
  /** Applies the request to the model, and returns the model's answer. */
  take(): string;
}

/**
 * Looks for an order of the requests in which the model gives the same answers, and leaves the model in the state after
 * it. Returns the model's answer to each request. If no order explains all answers, the longest order of matching
 * answers determines the state for the rest.
 */
export function explainAnswers(effects: readonly AnsweredEffect[]): string[] {
  const said = new Map<AnsweredEffect, string>();
  const taken: { effect: AnsweredEffect; putBack: () => void }[] = [];
  const take = (effect: AnsweredEffect) => {
    const putBack = effect.account.keep();
    const answer = effect.take();
    said.set(effect, answer);
    taken.push({ effect, putBack });
    return answer;
  };
  /** Brings the accounts, which the model changes in place, to the state after an order. */
  const goTo = (order: readonly AnsweredEffect[]) => {
    const fork = taken.findIndex(({ effect }, at) => effect !== order[at]);
    for (const { putBack } of taken.splice(fork < 0 ? taken.length : fork).reverse()) putBack();
    for (const effect of order.slice(taken.length)) take(effect);
  };
  const model = {
    initial: [] as readonly AnsweredEffect[],
    apply: (order: readonly AnsweredEffect[], effect: AnsweredEffect) => {
      goTo(order);
      return { output: take(effect), state: [...order, effect] };
    },
    // the effect of an answer on shared limits is the same in any order
    keyOf: () => '',
  };
  const operations = effects.map((input) => ({ input, output: input.answered, beganMs: 0, endedMs: 1 }));
  const verdict = checkLinearizable(model, operations);
  if (verdict.kind === 'violation') {
    const order = verdict.explained.map(({ input }) => input);
    goTo(order);
    for (const effect of effects) if (!order.includes(effect)) take(effect);
  }
  return effects.map((effect) => said.get(effect) ?? '');
}
