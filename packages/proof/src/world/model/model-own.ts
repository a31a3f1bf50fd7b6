import type { Condition } from '@cardwright/contract';
import { isConditionMet, type ModelFacts, type ModelLists, namedFigures, reportFigure } from './model-condition.ts';
import {
  type CountingLimit,
  counts,
  goesOn,
  isOfMany,
  type LimitedAuthorization,
  type ModelOwnLimit,
} from './model-limits.ts';
import type { Patch } from './model-settings.ts';

/** The product of lives whose bank has controls of its own. */
export const OWN_PRODUCT = 'OWN-DEBIT';

export type ModelRuleState = 'DRAFT' | 'SHADOW' | 'PROPOSED' | 'LIVE' | 'RETIRED';

/** The content of one version of a rule. */
export interface ModelRuleContent {
  readonly condition: Condition;
  readonly effect: '05' | '57' | '62';
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

interface ModelRuleVersion extends ModelRuleContent {
  readonly version: number;
  state: ModelRuleState;
}

interface EvaluatedVersion extends ModelRuleContent {
  readonly name: string;
  readonly version: number;
  readonly lists: ModelLists;
}

interface ModelRule {
  readonly name: string;
  readonly versions: ModelRuleVersion[];
}

/** The values that a program is to give the accounts of a product. */
export interface WrittenProgram {
  /** Undefined: immediately. */
  readonly fromMs: number | undefined;
  readonly defaults: Patch;
  readonly ceilings: Patch;
  /** The limits, each with its level. */
  readonly limits: readonly ModelOwnLimit[];
}

/** One version of a program. */
export interface ModelProgram extends Omit<WrittenProgram, 'limits'> {
  readonly version: number;
  readonly limits: readonly CountingLimit[];
}

/** A payment of another account that shares limits with this one. */
export interface OthersPayment {
  readonly minor: number;
  readonly merchantId: string;
  readonly isApproved: boolean;
}

/** A change of a rule: a new version, or the next state of a version. */
export type RuleAct =
  | ({ readonly act: 'draft' } & ModelRuleContent)
  | { readonly act: 'shadow' | 'propose' | 'approve' | 'retire' };

/** The values of the step RULES in a trace. */
export interface EvaluatedModelRules {
  readonly edition: number;
  readonly live: number;
  readonly declining: { readonly name: string; readonly version: number; readonly effect: string } | undefined;
  readonly shadow: number;
  readonly would: readonly string[];
  /** The figures that the rules use beyond the message, each once. */
  readonly figures: readonly string[];
}

/** Rules that are only proposed, with the lists that they use. */
export interface AssumedRules {
  readonly rules: readonly { readonly name: string; readonly content: ModelRuleContent }[];
  readonly lists: ModelLists;
}

const SHADOW_STATES: readonly ModelRuleState[] = ['SHADOW', 'PROPOSED'];

/** The rules, lists and programs of a bank: docs/interface/rules.md, merchant-lists.md and programs.md. */
export class ModelOwn {
  readonly product: string;
  /** Whether all cards of an account are primary. Otherwise only the first one is, and the others are supplementary. */
  readonly arePrimary: boolean;
  readonly rules: ModelRule[] = [];
  readonly programs: ModelProgram[] = [];
  lists: ModelLists = {};
  /** The edition of its rules and lists. */
  edition = 0;
  /** The authorizations of each account, including accounts of which nothing else is known. */
  readonly together: LimitedAuthorization[][] = [];

  constructor(product: string, arePrimary = false) {
    this.product = product;
    this.arePrimary = arePrimary;
  }

  /** Returns a copy that can change independently, without one of the accounts. */
  copyWithout(account: readonly LimitedAuthorization[]): ModelOwn {
    const copy = new ModelOwn(this.product, this.arePrimary);
    copy.rules.push(...this.rules.map((rule) => ({ ...rule, versions: rule.versions.map((one) => ({ ...one })) })));
    copy.programs.push(...this.programs);
    Object.assign(copy, { lists: this.lists, edition: this.edition });
    copy.together.push(...this.together.filter((one) => one !== account));
    return copy;
  }

  /** Without a change, the edition stays the same. */
  setList(name: string, entries: readonly string[]): void {
    const after = [...new Set(entries)];
    const before = this.lists[name];
    const isSame = before?.length === after.length && after.every((entry) => before.includes(entry));
    this.lists = { ...this.lists, [name]: after };
    if (!isSame) this.edition += 1;
  }

  setProgram(program: WrittenProgram, nowMs: number): void {
    const sinceMs = program.fromMs ?? nowMs;
    const earlier = this.programAt(sinceMs)?.limits ?? [];
    const limits = program.limits.map((limit) => {
      const mark = earlier.find((one) => goesOn(one.limit, limit))?.mark;
      return { limit, mark: mark ?? { sinceMs } };
    });
    this.programs.push({ ...program, limits, version: this.programs.length + 1 });
  }

  /** Adds a payment of another account, or a declined one. Only limits without a condition count it. */
  othersPay({ minor, merchantId, isApproved }: OthersPayment, atMs: number): void {
    const counting = (this.programAt(atMs)?.limits ?? []).filter(
      ({ limit }) => isOfMany(limit) && limit.where === undefined && counts(limit, isApproved),
    );
    const one = { card: -1, atMs, decision: { reason: isApproved ? 'APPROVED' : 'OTHER' }, countedMinor: minor };
    this.together.push([{ ...one, message: { minor, merchantId }, countedBy: counting.map(({ mark }) => mark) }]);
  }

  /** The newest program that is in force. */
  programAt(nowMs: number): ModelProgram | undefined {
    return this.programs.findLast(({ fromMs }) => fromMs === undefined || fromMs <= nowMs);
  }

  /** Returns whether the change was possible. */
  changeRule(name: string, change: RuleAct): boolean {
    const versions = this.rules.find((one) => one.name === name)?.versions ?? [];
    if (change.act === 'draft') {
      const { act: _, ...content } = change;
      if (versions.length === 0) this.rules.push({ name, versions });
      versions.push({ ...content, version: versions.length + 1, state: 'DRAFT' });
      return true;
    }
    const newest = versions.at(-1);
    const shadowVersion = versions.find(({ state }) => SHADOW_STATES.includes(state));
    switch (change.act) {
      case 'shadow':
        return this.#become(newest?.state === 'DRAFT' ? newest : undefined, 'SHADOW', shadowVersion);
      case 'propose':
        if (shadowVersion === undefined) return false;
        shadowVersion.state = 'PROPOSED';
        return true;
      case 'approve': {
        const live = versions.find(({ state }) => state === 'LIVE');
        return this.#become(shadowVersion?.state === 'PROPOSED' ? shadowVersion : undefined, 'LIVE', live);
      }
      case 'retire': {
        const isProposed = newest?.state !== 'DRAFT';
        if (newest === undefined || newest.state === 'RETIRED') return false;
        newest.state = 'RETIRED';
        if (isProposed) this.edition += 1;
        return true;
      }
    }
  }

  /** Gives a version a new state, in place of another version. */
  #become(version: ModelRuleVersion | undefined, state: ModelRuleState, before: ModelRuleVersion | undefined): boolean {
    if (version === undefined) return false;
    if (before !== undefined) before.state = 'RETIRED';
    version.state = state;
    this.edition += 1;
    return true;
  }

  /** Evaluates the rules for a message; undefined if the bank has none. */
  evaluateRules(facts: () => ModelFacts, nowMs: number, assumed?: AssumedRules): EvaluatedModelRules | undefined {
    const [live, shadow] = [this.#liveWith(assumed), this.#inState(SHADOW_STATES)];
    if (live.length + shadow.length === 0) return undefined;
    const isMet = ({ condition, lists }: EvaluatedVersion) => isConditionMet(condition, facts(), lists);
    const isTime = ({ fromMs = nowMs, untilMs = nowMs + 1 }: ModelRuleContent) => nowMs >= fromMs && nowMs < untilMs;
    const evaluated = live.filter(isTime);
    const place = evaluated.findIndex(isMet);
    const tried = shadow.filter(isTime);
    return {
      edition: this.edition,
      live: place < 0 ? evaluated.length : place + 1,
      declining: evaluated[place],
      shadow: tried.length,
      figures: [...new Set([...live, ...shadow].flatMap(({ condition }) => namedFigures(condition)))].map((one) =>
        reportFigure(one, facts()),
      ),
      would: tried.filter(isMet).map(({ name, version }) => `${name}:${version}`),
    };
  }

  /** A proposed rule replaces the live one with its name; the others come last. */
  #liveWith(assumed: AssumedRules | undefined): EvaluatedVersion[] {
    const live = this.#inState(['LIVE']);
    for (const { name, content } of assumed?.rules ?? []) {
      const rule = { ...content, name, version: 0, lists: assumed?.lists ?? {} };
      const at = live.findIndex((one) => one.name === name);
      if (at < 0) live.push(rule);
      else live[at] = rule;
    }
    return live;
  }

  /** The versions in these states, in the order in which the rules were made. */
  #inState(states: readonly ModelRuleState[]): EvaluatedVersion[] {
    const { lists } = this;
    return this.rules.flatMap(({ name, versions }) =>
      versions.filter(({ state }) => states.includes(state)).map((version) => ({ ...version, name, lists })),
    );
  }
}
