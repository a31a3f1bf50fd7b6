import type { ModelAccount } from '../world/model/model-account.ts';
import type { AnswerPair, OwnStep } from '../world/operation.ts';
import type { EngineAccount } from './engine/engine-account.ts';

/** Takes a step of the bank with its limits, lists, rules and programs, in engine and model. */
export function takeOwnStep(step: OwnStep, account: EngineAccount, model: ModelAccount): AnswerPair | undefined {
  const now = new Date(step.atMs);
  const { own } = account;
  if (own === undefined || model.own === undefined) return undefined;
  switch (step.kind) {
    case 'limit':
      account.limits.set(step.limit, now);
      model.limits.set(step.limit);
      return limitAnswers(account, model, now);
    case 'end limit': {
      const [engine, expected] = [account.limits.end(step.id, step.card, now), model.limits.end(step.id, step.card)];
      if (engine !== expected) return { engine: `${engine}`, model: `${expected}` };
      return limitAnswers(account, model, now);
    }
    case 'list':
      model.own.setList(step.name, step.entries);
      return { engine: own.setList(step), model: `edition ${model.own.edition}` };
    case 'rule': {
      const isDone = model.own.changeRule(step.name, step.change);
      return { engine: own.changeRule(step), model: `${isDone ? 'done' : 'refused'}, edition ${model.own.edition}` };
    }
    case 'program':
      model.own.setProgram(step.program, step.atMs);
      return {
        engine: own.setProgram(step, now),
        model: `version ${model.own.programAt(step.atMs)?.version} in force`,
      };
    case 'others':
      account.limits.othersPay(step, now);
      model.own.othersPay(step, step.atMs);
      return limitAnswers(account, model, now);
  }
}

function limitAnswers(account: EngineAccount, model: ModelAccount, now: Date): AnswerPair {
  const nowMs = now.getTime();
  return {
    engine: [...account.limits.used(now), ...account.limits.usedTogether(now)].join(', '),
    model: [...model.limits.used(nowMs), ...model.limits.usedTogether(nowMs)].join(', '),
  };
}

/** The use of the limits; undefined if engine and model agree. */
export function compareLimits(account: EngineAccount, model: ModelAccount, now: Date): AnswerPair | undefined {
  if (model.own === undefined) return undefined;
  const answers = limitAnswers(account, model, now);
  return answers.engine === answers.model ? undefined : answers;
}
