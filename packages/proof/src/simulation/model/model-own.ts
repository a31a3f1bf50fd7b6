import type { Condition } from '@cardwright/contract';
import { holds, type ModelFacts, type ModelLists, namedFigures, reportFigure } from './model-condition.ts';
import {
  type CountingLimit,
  counts,
  goesOn,
  isOfMany,
  type LimitedAuthorization,
  type ModelOwnLimit,
} from './model-limits.ts';
import type { Patch } from './model-settings.ts';

/** The product of lives whose bank has something of its own. */
export const OWN_PRODUCT = 'OWN-DEBIT';

export type ModelRuleState = 'DRAFT' | 'SHADOW' | 'PROPOSED' | 'LIVE' | 'RETIRED';

/** What a rule says, in one version. */
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

interface AskedVersion extends ModelRuleContent {
  readonly name: string;
  readonly version: number;
  readonly lists: ModelLists;
}

interface ModelRule {
  readonly name: string;
  readonly versions: ModelRuleVersion[];
}

/** What a product is to give its accounts. */
export interface WrittenProgram {
  /** Undefined: at once. */
  readonly fromMs: number | undefined;
  readonly defaults: Patch;
  readonly ceilings: Patch;
  /** Each with its level. */
  readonly limits: readonly ModelOwnLimit[];
}

/** What it gives them, in one version. */
export interface ModelProgram extends Omit<WrittenProgram, 'limits'> {
  readonly version: number;
  readonly limits: readonly CountingLimit[];
}

/** A payment of an account that shares limits with the one that is looked at. */
export interface OthersPayment {
  readonly minor: number;
  readonly merchantId: string;
  readonly isApproved: boolean;
}

/** What is done with a rule: a new version of it, or the next state of one. */
export type RuleAct =
  | ({ readonly act: 'draft' } & ModelRuleContent)
  | { readonly act: 'shadow' | 'propose' | 'approve' | 'retire' };

/** What the step RULES of a trace says. */
export interface AskedModelRules {
  readonly edition: number;
  readonly live: number;
  readonly declining: { readonly name: string; readonly version: number; readonly effect: string } | undefined;
  readonly shadow: number;
  readonly would: readonly string[];
  /** What they ask beyond the message, each once. */
  readonly figures: readonly string[];
}

/** Rules that are only assumed, with the lists that they ask. */
export interface AssumedRules {
  readonly rules: readonly { readonly name: string; readonly content: ModelRuleContent }[];
  readonly lists: ModelLists;
}

const TRIED: readonly ModelRuleState[] = ['SHADOW', 'PROPOSED'];

/** What a bank has of its own beside limits: docs/interface/rules.md, merchant-lists.md and programs.md. */
export class ModelOwn {
  readonly product: string;
  /** Whether all cards of an account are primary ones; else all but the first are supplementary. */
  readonly arePrimary: boolean;
  readonly rules: ModelRule[] = [];
  readonly programs: ModelProgram[] = [];
  lists: ModelLists = {};
  /** Of its rules and lists. */
  edition = 0;
  /** The authorizations of each account, and those of accounts of which nothing else is told. */
  readonly together: LimitedAuthorization[][] = [];

  constructor(product: string, arePrimary = false) {
    this.product = product;
    this.arePrimary = arePrimary;
  }

  /** Where nothing changes, the edition stays. */
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

  /** What somebody else's account pays, or tries to: only limits without a condition count it. */
  othersPay({ minor, merchantId, isApproved }: OthersPayment, atMs: number): void {
    const counting = (this.programAt(atMs)?.limits ?? []).filter(
      ({ limit }) => isOfMany(limit) && limit.where === undefined && counts(limit, isApproved),
    );
    const one = { card: -1, atMs, decision: { reason: isApproved ? 'APPROVED' : 'OTHER' }, countedMinor: minor };
    this.together.push([{ ...one, message: { minor, merchantId }, countedBy: counting.map(({ mark }) => mark) }]);
  }

  /** The newest whose time has come. */
  programAt(nowMs: number): ModelProgram | undefined {
    return this.programs.findLast(({ fromMs }) => fromMs === undefined || fromMs <= nowMs);
  }

  /** Whether it could be done. */
  changeRule(name: string, change: RuleAct): boolean {
    const versions = this.rules.find((one) => one.name === name)?.versions ?? [];
    if (change.act === 'draft') {
      const { act: _, ...content } = change;
      if (versions.length === 0) this.rules.push({ name, versions });
      versions.push({ ...content, version: versions.length + 1, state: 'DRAFT' });
      return true;
    }
    const newest = versions.at(-1);
    const tried = versions.find(({ state }) => TRIED.includes(state));
    switch (change.act) {
      case 'shadow':
        return this.#become(newest?.state === 'DRAFT' ? newest : undefined, 'SHADOW', tried);
      case 'propose':
        if (tried === undefined) return false;
        tried.state = 'PROPOSED';
        return true;
      case 'approve': {
        const live = versions.find(({ state }) => state === 'LIVE');
        return this.#become(tried?.state === 'PROPOSED' ? tried : undefined, 'LIVE', live);
      }
      case 'retire': {
        const isAsked = newest?.state !== 'DRAFT';
        if (newest === undefined || newest.state === 'RETIRED') return false;
        newest.state = 'RETIRED';
        if (isAsked) this.edition += 1;
        return true;
      }
    }
  }

  /** A version that takes the place of another. */
  #become(version: ModelRuleVersion | undefined, state: ModelRuleState, before: ModelRuleVersion | undefined): boolean {
    if (version === undefined) return false;
    if (before !== undefined) before.state = 'RETIRED';
    version.state = state;
    this.edition += 1;
    return true;
  }

  /** Asks them about a message; undefined where the bank has none. */
  askRules(facts: () => ModelFacts, nowMs: number, assumed?: AssumedRules): AskedModelRules | undefined {
    const [live, shadow] = [this.#liveWith(assumed), this.#inState(TRIED)];
    if (live.length + shadow.length === 0) return undefined;
    const isMet = ({ condition, lists }: AskedVersion) => holds(condition, facts(), lists);
    const isTime = ({ fromMs = nowMs, untilMs = nowMs + 1 }: ModelRuleContent) => nowMs >= fromMs && nowMs < untilMs;
    const asked = live.filter(isTime);
    const place = asked.findIndex(isMet);
    const tried = shadow.filter(isTime);
    return {
      edition: this.edition,
      live: place < 0 ? asked.length : place + 1,
      declining: asked[place],
      shadow: tried.length,
      figures: [...new Set([...live, ...shadow].flatMap(({ condition }) => namedFigures(condition)))].map((one) =>
        reportFigure(one, facts()),
      ),
      would: tried.filter(isMet).map(({ name, version }) => `${name}:${version}`),
    };
  }

  /** An assumed one stands in for the live one of its name; others come last. */
  #liveWith(assumed: AssumedRules | undefined): AskedVersion[] {
    const live = this.#inState(['LIVE']);
    for (const { name, content } of assumed?.rules ?? []) {
      const rule = { ...content, name, version: 0, lists: assumed?.lists ?? {} };
      const at = live.findIndex((one) => one.name === name);
      if (at < 0) live.push(rule);
      else live[at] = rule;
    }
    return live;
  }

  /** In the order in which the rules were made. */
  #inState(states: readonly ModelRuleState[]): AskedVersion[] {
    const { lists } = this;
    return this.rules.flatMap(({ name, versions }) =>
      versions.filter(({ state }) => states.includes(state)).map((version) => ({ ...version, name, lists })),
    );
  }
}
