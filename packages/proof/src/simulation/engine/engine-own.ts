import type { ProgramLimit } from '@cardwright/contract';
import type { Program, ProgramFields } from '@cardwright/server/internal/issuing/banks/program';
import type { ConfiguredLimits } from '@cardwright/server/internal/issuing/limits/configured-limits';
import type { NamedLists } from '@cardwright/server/internal/issuing/limits/limit';
import type { RuleContent, RuleSet } from '@cardwright/server/internal/issuing/rules/bank-rules';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import type { ModelOwnLimit } from '../../world/model/model-limits.ts';
import type { OwnStep } from '../../world/operation.ts';
import { reportLimit } from '../report-limit.ts';
import type { Engine } from './engine-bank.ts';

type Of<Kind extends OwnStep['kind']> = Extract<OwnStep, { kind: Kind }>;
type Kind = 'DRAFT' | 'SHADOW' | 'LIVE' | 'RETIRED';
interface Version extends RuleContent {
  kind: Kind;
  isProposed: boolean;
}

/**
 * The rules, lists, limits and programs of a bank for the engine. Variables replace the tables that the server uses.
 */
export class EngineOwn {
  readonly programs: Program[] = [];
  readonly #engine: Engine;
  readonly #exponent: number;
  readonly #versions: Version[] = [];
  readonly #numbers = new Map<string, number>();
  #entries: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  /** The rules by edition, for past decisions. */
  readonly #rules: (RuleSet | undefined)[] = [undefined];
  readonly #lists: NamedLists[];

  constructor(engine: Engine, exponent: number) {
    this.#engine = engine;
    this.#exponent = exponent;
    this.#lists = [this.#listsNow(0)];
  }

  get edition(): number {
    return this.#lists.length - 1;
  }

  programAt(now: Date): Program | undefined {
    return this.#engine.programAt(this.programs, now);
  }

  limitsAt(now: Date): ConfiguredLimits {
    return this.#engine.limitsOfProgram(this.programAt(now), this.#exponent);
  }

  rules(edition = this.edition): RuleSet | undefined {
    return this.#rules[edition];
  }

  lists(edition = this.edition): NamedLists {
    return requireValue(this.#lists[edition], 'an edition');
  }

  setProgram({ program: { fromMs, defaults, ceilings, limits } }: Of<'program'>, now: Date): string {
    const version = this.programs.length + 1;
    const inForceFrom = fromMs === undefined ? undefined : new Date(fromMs);
    // These amounts are in the bank's currency.
    const exponent = this.#exponent + 1;
    const begins = { edition: BigInt(version), exponent, from: inForceFrom ?? now };
    const limitsOfAccount = limits.map((limit) => asProgramLimit(limit, this.#exponent));
    this.programs.unshift({
      version,
      inForceFrom,
      createdAt: now,
      createdBy: 'somebody',
      defaults: defaults as ProgramFields,
      ceilings: ceilings as ProgramFields,
      limits: this.#engine.saveLimits(limitsOfAccount, this.programs, begins),
    });
    return `version ${this.programAt(now)?.version} in force`;
  }

  setList({ name, entries }: Of<'list'>): string {
    const after = new Set(entries);
    const before = this.#entries.get(name);
    const isSame = before?.size === after.size && [...after].every((entry) => before.has(entry));
    this.#entries = new Map(this.#entries).set(name, after);
    if (!isSame) this.#nextEdition();
    return `edition ${this.edition}`;
  }

  changeRule({ name, change }: Of<'rule'>): string {
    return `${this.#changed(name, change) ? 'done' : 'refused'}, edition ${this.edition}`;
  }

  #changed(name: string, change: Of<'rule'>['change']): boolean {
    const all = this.#versions.filter((one) => one.name === name);
    const newest = all.at(-1);
    if (change.act === 'draft') {
      const number = this.#numbers.get(name) ?? this.#numbers.size + 1;
      this.#numbers.set(name, number);
      const { condition, effect, fromMs, untilMs } = change;
      const times = { from: timeOf(fromMs), until: timeOf(untilMs) };
      const version = all.length + 1;
      this.#versions.push({ name, version, number, condition, effect, ...times, kind: 'DRAFT', isProposed: false });
      return true;
    }
    const shadow = all.find(({ kind }) => kind === 'SHADOW');
    if (change.act === 'propose') {
      if (shadow !== undefined) shadow.isProposed = true;
      return shadow !== undefined;
    }
    if (change.act === 'retire') {
      if (newest === undefined || newest.kind === 'RETIRED') return false;
      const wasPartnerCalled = newest.kind !== 'DRAFT';
      newest.kind = 'RETIRED';
      if (wasPartnerCalled) this.#nextEdition();
      return true;
    }
    const [next, kind] = change.act === 'shadow' ? ([newest, 'SHADOW'] as const) : ([shadow, 'LIVE'] as const);
    if (next === undefined || (kind === 'SHADOW' ? next.kind !== 'DRAFT' : !next.isProposed)) return false;
    for (const one of all) if (one.kind === kind) one.kind = 'RETIRED';
    next.kind = kind;
    this.#nextEdition();
    return true;
  }

  #nextEdition(): void {
    const edition = this.edition + 1;
    const lists = this.#listsNow(edition);
    this.#lists.push(lists);
    const ofKind = (kind: Kind) =>
      this.#engine.inOrder(
        this.#versions.filter((one) => one.kind === kind).map((one) => this.#engine.toBankRule(one, lists.listOf)),
      );
    const [live, shadow] = [ofKind('LIVE'), ofKind('SHADOW')];
    this.#rules.push(live.length + shadow.length === 0 ? undefined : { edition, live, shadow });
  }

  #listsNow(edition: number): NamedLists {
    const entries = this.#entries;
    return { edition, listOf: (name) => entries.get(name) ?? NO_ACCOUNTS };
  }
}

/**
 * The limit as a request sends it, when the bank's currency has more decimals than the account's: the additional
 * decimals are cut off.
 */
export function asProgramLimit(limit: ModelOwnLimit, exponent: number): ProgramLimit {
  const report = reportLimit(limit, exponent);
  const max = limit.measure === 'amount' && 'max' in report ? { max: `${report.max}9` } : {};
  return { ...report, ...max, level: requireValue(limit.level, 'a level') } as ProgramLimit;
}

const NO_ACCOUNTS: ReadonlySet<string> = new Set();

function timeOf(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}
