import type { LimitField, Switch } from '@cardwright/contract';
import type { ReplayedLife } from '../../simulation/engine/engine-backtest.ts';
import type { AccountLife, ProposedStep, Step } from '../operation.ts';
import type { ModelAccount } from './model-account.ts';
import type { ModelAuthorization } from './model-authorization.ts';
import type { ModelLists } from './model-condition.ts';
import { modelOf, replayOf } from './model-life.ts';
import type { ModelOwnLimit } from './model-limits.ts';
import type { ModelSettings } from './model-settings.ts';
import { OWN_FIELDS } from './model-update.ts';

interface Pair {
  readonly real: ModelAuthorization;
  /** The same message under the proposal. */
  readonly other: ModelAuthorization | undefined;
}

/**
 * A life as it would have been under a proposal (docs/interface/decision.md#backtest). The real account runs in
 * parallel, because its real settings apply wherever nothing was proposed.
 */
class ModelBacktest {
  readonly real: ModelAccount;
  readonly other: ModelAccount;
  readonly decisions: string[] = [];
  readonly #pairs: Pair[] = [];
  readonly #proposed: ProposedStep;
  readonly #listsAtEnd: ModelLists;
  #isInForce = false;
  /** Whether the account's own settings conflict with the proposal, so that no request could propose it. */
  isRefused = false;

  constructor(life: AccountLife, proposed: ProposedStep) {
    this.real = modelOf(life);
    this.other = replayOf(life, this.real.own);
    this.#proposed = proposed;
    this.#listsAtEnd = listsAtEnd(life);
  }

  take(step: Step): void {
    const { real, other } = this;
    const { fromMs, patch, restrictions } = this.#proposed;
    if (!this.#isInForce && step.atMs >= fromMs) {
      this.#isInForce = true;
      this.isRefused = Object.keys(patch).length > 0 && !other.update(patch, fromMs);
      for (const { card, request } of restrictions) {
        for (const [at, one] of other.cards.entries()) if (at === (card ?? at)) one.restrict(request, fromMs);
      }
      this.#assumeOwn();
    }
    switch (step.kind) {
      case 'authorize':
        this.#authorize(step);
        break;
      case 'update':
        this.#update(step);
        break;
      case 'restrict':
        this.#restrict(step);
        break;
      case 'status':
        if (real.card(step.card).become(step.status)) other.card(step.card).status = step.status;
        break;
      case 'renew':
        for (const account of [real, other]) account.card(step.card).renew(step.months, step.atMs, step.isReplaced);
        break;
      case 'reverse':
      case 'complete':
      case 'expire':
        this.#end(step);
        break;
      case 'credit':
        for (const account of [real, other]) account.availableMinor += step.minor;
        break;
      case 'limit':
        real.limits.set(step.limit);
        if (!this.#isProposedLimit(step.limit)) other.limits.set(step.limit);
        break;
      case 'end limit':
        real.limits.end(step.id, step.card);
        if (!this.#isProposedLimit(step)) other.limits.end(step.id, step.card);
        break;
      case 'list':
        real.own?.setList(step.name, step.entries);
        break;
      case 'rule':
        real.own?.changeRule(step.name, step.change);
        break;
      case 'program':
        real.own?.setProgram(step.program, step.atMs);
        break;
      case 'others':
        real.own?.othersPay(step, step.atMs);
    }
  }

  #assumeOwn(): void {
    const { own } = this.#proposed;
    if (own === undefined) return;
    const { limits, rules, program: proposed } = own;
    const lists = this.#listsAtEnd;
    const cards = this.other.cards.map((_, card) => card);
    // The limits of the account come first, then those of each card.
    for (const { limit, ofEach } of limits) if (!ofEach) this.other.limits.set({ ...limit, lists });
    for (const card of cards) {
      for (const { limit, ofEach } of limits) if (ofEach) this.other.limits.set({ ...limit, card, lists });
    }
    const program = proposed && {
      ...{ version: 0, fromMs: undefined, ceilings: {}, defaults: proposed.defaults },
      limits: proposed.limits.map((limit) => ({ limit: { ...limit, lists }, mark: {} })),
    };
    this.other.assumed = { rules: { rules, lists }, program };
  }

  #isProposedLimit({ id, card }: Pick<ModelOwnLimit, 'id' | 'card'>): boolean {
    if (!this.#isInForce) return false;
    const proposed = this.#proposed.own?.limits ?? [];
    return proposed.some(({ limit, ofEach }) => limit.id === id && (ofEach ? card !== undefined : card === limit.card));
  }

  #authorize({ card, message, atMs, obstacle, number, partner }: Extract<Step, { kind: 'authorize' }>): void {
    this.real.authorize(card, message, atMs, obstacle, partner);
    const real = this.real.authorizations.at(-1) as ModelAuthorization;
    if (obstacle !== undefined) {
      this.#pairs[number] = { real, other: undefined };
      return;
    }
    this.other.limits.earlierReport = this.real.sharedReports;
    const { code, reason } = this.other.authorize(card, message, atMs, undefined, partner);
    this.decisions.push(`${number} ${code} ${reason} ${code === '00' ? message.minor : 0}`);
    this.#pairs[number] = { real, other: this.other.authorizations.at(-1) };
  }

  /** Applies real settings, except the fields of the proposal. Both fields of a switch belong together. */
  #update({ patch, atMs }: Extract<Step, { kind: 'update' }>): void {
    if (!this.real.update(patch, atMs)) return;
    const retained = new Set(this.#isInForce ? Object.keys(this.#proposed.patch).map(settingOf) : []);
    let settings: ModelSettings = this.other.settings;
    for (const name of new Set(Object.keys(patch).map(settingOf))) {
      if (!retained.has(name)) settings = withSetting(settings, this.real.settings, name);
    }
    this.other.settings = settings;
  }

  #restrict({ card, request, atMs }: Extract<Step, { kind: 'restrict' }>): void {
    if (!this.real.card(card).restrict(request, atMs)) return;
    const isProposed = this.#proposed.restrictions.some(
      (one) => one.request.type === request.type && (one.card ?? card) === card,
    );
    if (!this.#isInForce || !isProposed) this.other.card(card).restrict(request, atMs);
  }

  /**
   * Ends a reservation. A message that was declined under the proposal is neither reversed nor completed, and does not
   * expire.
   */
  #end(step: Extract<Step, { kind: 'reverse' | 'complete' | 'expire' }>): void {
    const pairs = step.kind === 'expire' ? this.#pairs : this.#pairs.slice(step.number, step.number + 1);
    const before = pairs.map((pair) => pair?.real.countedMinor ?? 0);
    const [first] = pairs;
    if (step.kind === 'expire') this.real.expire(step.atMs);
    else if (first === undefined) return;
    else if (step.kind === 'reverse') this.real.reverse(first.real, step.minor);
    else this.real.complete(first.real, step.minor);
    for (const [at, pair] of pairs.entries()) {
      if (pair?.other?.decision.code !== '00') continue;
      this.other.releaseUse(pair.other, (before[at] ?? 0) - pair.real.countedMinor);
    }
  }
}

function listsAtEnd({ steps }: AccountLife): ModelLists {
  return Object.fromEntries(steps.flatMap((step) => (step.kind === 'list' ? [[step.name, step.entries]] : [])));
}

function settingOf(field: string): string {
  return field.replace(/(Status|OnUntil)$/, '');
}

/** Copies one of the settings from the others. */
function withSetting(settings: ModelSettings, others: ModelSettings, name: string): ModelSettings {
  const own = OWN_FIELDS[name]?.[0];
  if (own !== undefined) {
    const { [own]: _, ...rest } = settings;
    return { ...rest, ...(others[own] !== undefined && { [own]: others[own] }) };
  }
  const inLimits = name in others.limits || name in settings.limits;
  const [from, to] = inLimits ? [others.limits, settings.limits] : [others.switches, settings.switches];
  const { [name as LimitField & Switch]: _, ...rest } = to as Readonly<Record<string, unknown>>;
  const value = (from as Readonly<Record<string, unknown>>)[name];
  const changed = { ...rest, ...(value !== undefined && { [name]: value }) };
  return { ...settings, [inLimits ? 'limits' : 'switches']: changed };
}

/** Repeats a life under a proposal. Undefined if the account would have refused the proposal when it was to begin. */
export function replayedByModel(life: AccountLife, proposed: ProposedStep): ReplayedLife | undefined {
  const backtest = new ModelBacktest(life, proposed);
  for (const step of life.steps) backtest.take(step);
  const { decisions, other, isRefused } = backtest;
  if (isRefused) return undefined;
  return { decisions, state: `${other.availableMinor} available` };
}
