import type { Decision } from '@cardwright/server/internal/issuing/authorization/decision/decide';
import type { ModelAccount } from '../world/model/model-account.ts';
import { answerOfModel } from '../world/model/model-answer.ts';
import type { ModelAuthorization } from '../world/model/model-authorization.ts';
import { replayedByModel } from '../world/model/model-backtest.ts';
import type { ModelDecision } from '../world/model/model-decision.ts';
import { modelOf } from '../world/model/model-life.ts';
import { ModelTokens } from '../world/model/model-provisioning.ts';
import { explainSteps, ruleFacts } from '../world/model/model-trace.ts';
import type { AccountLife, AnswerPair, Step } from '../world/operation.ts';
import { APPROVAL_CODE, EngineAccount } from './engine/engine-account.ts';
import { answerOfEngine } from './engine/engine-answer.ts';
import { type ReplayedLife, replayedByEngine, replayLife } from './engine/engine-backtest.ts';
import type { Engine, EngineBank } from './engine/engine-bank.ts';
import { differenceAtMoments } from './engine/engine-moments.ts';
import { EngineTokens } from './engine/engine-provisioning.ts';
import { compareLimits, takeOwnStep } from './own-step.ts';
import { describeCalendar, describeEnquiry, describeFunds } from './say-state.ts';
import {
  describeRestriction,
  describeUpdate,
  describeVerdict,
  endingWords,
  NO_CODE,
  outcomeWord,
  reportDecision,
  reportExpected,
  reportRefusedEnding,
} from './say-step.ts';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** The version of the rules that the model implements. */
const MODEL_OF_RULES = 12;

/** The life of one account in the engine and in the model, step by step. */
export class Play {
  readonly model: ModelAccount;
  /** The last answer of the engine, for the digest. */
  answer: string | Decision = '';
  /** The number of steps and of expired reservations. */
  operations = 0;
  readonly #engine: Engine;
  readonly #at: EngineBank;
  readonly #account: EngineAccount;
  readonly #tokens: ModelTokens;
  readonly #engineTokens: EngineTokens;
  readonly #authorizations: (ModelAuthorization | undefined)[] = [];

  constructor(engine: Engine, at: EngineBank, life: AccountLife) {
    this.#engine = engine;
    this.#at = at;
    this.#account = new EngineAccount(engine, at, life);
    this.model = modelOf(life);
    this.#tokens = new ModelTokens(this.model, life.tokenPolicy);
    this.#engineTokens = new EngineTokens(engine, at, this.#account, life.tokenPolicy);
  }

  get availableMinor(): bigint {
    return this.#account.account.availableMinor;
  }

  /**
   * Takes a step in engine and model, and returns their answers if they differ.
   * @param isClose whether to compare everything: the trace, the counters and the funds
   */
  take(step: Step, isClose: boolean): AnswerPair | undefined {
    const now = new Date(step.atMs);
    this.operations += 1;
    if (step.kind === 'authorize') {
      const difference = this.#authorize(step, now, isClose);
      if (difference !== undefined || !isClose) return difference;
      return describeFunds(this.#account, this.model, step.atMs, true) ?? compareLimits(this.#account, this.model, now);
    }
    const answers = this.#answers(step, now, isClose);
    if (answers === undefined) return undefined;
    this.answer = answers.engine;
    if (answers.model !== answers.engine) return answers;
    return describeFunds(this.#account, this.model, step.atMs, isClose);
  }

  #authorize(step: Of<'authorize'>, now: Date, isClose: boolean): AnswerPair | undefined {
    const { model } = this;
    const ruleTrace = isClose ? ruleFacts(model, step) : [];
    const expected = model.authorize(step.card, step.message, step.atMs, step.obstacle, step.partner);
    this.#authorizations[step.number] = model.authorizations.at(-1);
    const decision = this.#account.authorize(step, now);
    this.answer = decision;
    if (!this.#isAs(expected, decision, step)) {
      return { model: reportExpected(expected, step, this.model), engine: reportDecision(decision) };
    }
    if (!isClose) return undefined;
    const expectedTrace = explainSteps(ruleTrace, expected);
    const answered = JSON.stringify(this.#engine.explainTrace(decision.trace, expected.code === '00'));
    if (expectedTrace !== answered) return { model: expectedTrace, engine: answered };
    const trace = this.#engine.readTrace(JSON.stringify(decision.trace));
    const engine = JSON.stringify(this.#engine.explainTrace(trace, expected.code === '00'));
    return expectedTrace === engine ? undefined : { model: expectedTrace, engine };
  }

  #isAs(expected: ModelDecision, decision: Decision, { message, atMs }: Of<'authorize'>): boolean {
    const isApproved = expected.code === '00';
    return (
      decision.ruleVersion === MODEL_OF_RULES &&
      decision.actionCode === expected.code &&
      decision.reason === expected.reason &&
      Number(decision.reserveMinor) === (isApproved ? message.minor : 0) &&
      decision.approvalCode === (isApproved ? APPROVAL_CODE : NO_CODE) &&
      decision.settlementDate === this.model.days.businessDate(atMs, this.model.bank.cutOff)
    );
  }

  /** Undefined if the step does nothing, because the authorization that it refers to was left out. */
  #answers(step: Exclude<Step, { kind: 'authorize' }>, now: Date, isClose: boolean): AnswerPair | undefined {
    const { model } = this;
    const account = this.#account;
    switch (step.kind) {
      case 'update':
        return { engine: account.update(step, now, isClose), model: describeUpdate(model, step, isClose) };
      case 'restrict':
        return {
          engine: account.restrict(step, now),
          model: describeRestriction(model.card(step.card), step),
        };
      case 'status':
        return this.#become(step, now);
      case 'provision': {
        const { card, request, partner, atMs } = step;
        const expected = this.#tokens.decide(card, request, atMs, partner);
        return { engine: this.#engineTokens.decide(step, now), model: describeVerdict(expected) };
      }
      case 'renew':
        return { engine: account.renew(step, now), model: this.#renew(step) };
      case 'reverse':
      case 'complete':
        return this.#end(step, now);
      case 'expire':
        return this.#expire(step.atMs, now);
      case 'credit':
        account.credit(step.minor, now);
        model.availableMinor += step.minor;
        return { engine: '', model: '' };
      case 'reload':
        account.reload();
        return { engine: '', model: '' };
      case 'limit':
      case 'end limit':
      case 'list':
      case 'rule':
      case 'program':
      case 'others':
        return takeOwnStep(step, account, model);
      case 'enquire':
        account.recordMoment(now);
        return describeEnquiry(this.#engine, this.#at, account, model, now);
      case 'calendar':
        return describeCalendar(this.#engine, this.#at, model, now);
      case 'ask': {
        const context = { engine: this.#engine, at: this.#at, account, model, now };
        return {
          engine: step.questions.map((question) => answerOfEngine(question, context)).join('; '),
          model: step.questions.map((question) => answerOfModel(question, model, step.atMs)).join('; '),
        };
      }
    }
  }

  /**
   * Compares the history of the account in engine and model: repeated decisions must be the same, and decisions under a
   * proposal must match the model.
   */
  compareHistory(life: AccountLife): AnswerPair | undefined {
    const { proposal } = life;
    if (proposal === undefined) return undefined;
    const lived = replayLife(this.#engine, life, this.#account);
    const again = replayedByEngine(this.#engine, this.#at, life, this.#account, undefined);
    const same = differenceBetween(lived, again);
    if (same !== undefined) return same;
    const atMoment = differenceAtMoments(this.#engine, this.#at, life, this.#account);
    if (atMoment !== undefined) return atMoment;
    const expected = replayedByModel(life, proposal);
    if (expected === undefined) return undefined;
    const other = replayedByEngine(this.#engine, this.#at, life, this.#account, proposal);
    return differenceBetween(expected, { ...other, state: other.state.split(',')[0] ?? '' });
  }

  #become(step: Of<'status'>, now: Date): AnswerPair {
    const { card, status } = step;
    const isDone = this.model.card(card).become(status);
    const engine = this.#account.become(step, now);
    if (isDone) this.#tokens.followCard(card, status);
    if (isDone && this.model.card(card).isFinal) this.#engineTokens.endWithCard(card);
    return { engine, model: outcomeWord(isDone) };
  }

  #renew({ card: at, months, atMs, isReplaced }: Of<'renew'>): string {
    const card = this.model.card(at);
    if (!card.renew(months, atMs, isReplaced)) return 'refused';
    return `${card.plastic.expiry} ${card.plastic.sequence}`;
  }

  #end(step: Of<'reverse' | 'complete'>, now: Date): AnswerPair | undefined {
    const { model } = this;
    const authorization = this.#authorizations[step.number];
    if (authorization === undefined) return undefined;
    const { state, reservedMinor } = authorization;
    const isReversal = step.kind === 'reverse';
    const isDone = isReversal ? model.reverse(authorization, step.minor) : model.complete(authorization, step.minor);
    const engine = isReversal ? this.#account.reverse(step, now) : this.#account.complete(step, now);
    if (isDone) return { engine, model: endingWords(authorization, step.minor ?? reservedMinor) };
    return { engine, model: `refused: ${reportRefusedEnding(step, state)}` };
  }

  #expire(atMs: number, now: Date): AnswerPair | undefined {
    const due = this.model.due(atMs);
    const amounts = due.map(({ reservedMinor }) => reservedMinor);
    const numbers = due.map((one) => this.#authorizations.indexOf(one));
    this.model.expire(atMs);
    this.operations += due.length - 1;
    return {
      engine: numbers.map((number) => this.#account.expire(number, now)).join('; '),
      model: due.map((one, at) => endingWords(one, amounts[at] ?? 0)).join('; '),
    };
  }
}

/** The first difference between two histories. */
function differenceBetween(expected: ReplayedLife, replayed: ReplayedLife): AnswerPair | undefined {
  const at = expected.decisions.findIndex((decision, index) => decision !== replayed.decisions[index]);
  if (at >= 0) return { model: `${expected.decisions[at]}`, engine: `in the past: ${replayed.decisions[at]}` };
  const isSame = expected.decisions.length === replayed.decisions.length && expected.state === replayed.state;
  return isSame ? undefined : { model: expected.state, engine: `in the past: ${replayed.state}` };
}
