import type { Proposal } from '@cardwright/server/internal/issuing/authorization/history/proposed';
import type { Replay } from '@cardwright/server/internal/issuing/authorization/history/replay';
import type { ProgramFields } from '@cardwright/server/internal/issuing/banks/program';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import { OWN_PRODUCT } from '../../world/model/model-own.ts';
import type { AccountLife, ProposedStep } from '../../world/operation.ts';
import type { EngineAccount, PastEvent } from './engine-account.ts';
import type { Engine, EngineBank } from './engine-bank.ts';
import { engineLimitOf, limitsOfCards } from './engine-limits.ts';
import { asProgramLimit, type EngineOwn } from './engine-own.ts';

/** The answers that an account would have given, and its state at the end. */
export interface ReplayedLife {
  readonly decisions: readonly string[];
  readonly state: string;
}

/** Repeats the history of an account in the engine. With a proposal, it runs as if the proposal had been in force. */
export function replayedByEngine(
  engine: Engine,
  { bank }: EngineBank,
  life: AccountLife,
  { past, exponent, own, cards }: EngineAccount,
  proposed: ProposedStep | undefined,
): ReplayedLife {
  const programs = own && { productCode: OWN_PRODUCT, versions: own.programs };
  const replay = engine.openReplay(3n, bank.currency, programs, {
    traits: new Map(cards.map(({ cardId, traits }) => [cardId, traits])),
    ownRules: ({ edition }) => own?.rules(edition),
    lists: ({ edition }) => own?.lists(edition),
  });
  const beginsMs = life.steps[0]?.atMs ?? 0;
  let isPending = proposed !== undefined;
  const apply = (change: NonNullable<PastEvent['change']>, at: Date) => engine.applyChange(replay, change, bank, at);
  const proposeFrom = (ms: number) => {
    if (proposed === undefined || !isPending || ms < proposed.fromMs) return;
    isPending = false;
    const now = new Date(proposed.fromMs);
    engine.propose(replay, proposalOf(engine, replay, proposed, { bank, exponent, now, own }), bank, now);
  };
  const opening = new Date(beginsMs);
  apply({ kind: 'OPENED', availableMinor: String(life.availableMinor), fundsCheck: life.fundsCheck }, opening);
  const { settings } = life;
  if (Object.keys(settings).length > 0) apply({ kind: 'SETTINGS', patch: settings }, opening);
  // A proposal may be older than the cards.
  proposeFrom(beginsMs);
  for (const [card, expiry] of life.expiries.entries()) {
    apply(
      { kind: 'CARD_ADDED', cardId: String(card), status: 'ACTIVE', expiry, sequenceNumber: life.sequence },
      opening,
    );
  }
  const decisions: string[] = [];
  for (const event of past) {
    proposeFrom(event.at.getTime());
    if (event.past === undefined) apply(event.change, event.at);
    else {
      const { actionCode, reason, reserveMinor } = engine.decideAgain(replay, event.past, bank);
      decisions.push(`${event.past.key} ${actionCode} ${reason} ${reserveMinor}`);
    }
  }
  const endsAt = new Date(life.steps.at(-1)?.atMs ?? 0);
  return { decisions, state: stateOf(engine, replay.account, { own, cards, endsAt }) };
}

/** The state of the account, without limits that have ended. */
function stateOf(
  engine: Engine,
  { availableMinor, counters, limits = engine.NO_LIMITS }: Replay['account'],
  { own, cards, endsAt }: Pick<EngineAccount, 'own' | 'cards'> & { readonly endsAt: Date },
): string {
  const all = limitsOfCards(engine, { ...limits, programLimits: own?.limitsAt(endsAt).programLimits }, cards);
  const used = new Map(all.map(({ key }) => [key, limits.usage.get(key) ?? []]));
  const encoded = `${engine.writeLimits(limits)} ${engine.encodeUsage({ usage: used })}`;
  return `${availableMinor} available, ${engine.writeCounters(counters)}, ${encoded}`;
}

/** The number of a rule that the bank does not have. */
const AFTER_ALL = 1_000_000;

function proposalOf(
  engine: Engine,
  replay: Replay,
  { patch, restrictions, own: proposed }: ProposedStep,
  { own, ...context }: { bank: EngineBank['bank']; exponent: number; now: Date; own: EngineOwn | undefined },
): Proposal {
  const { storedSettings: stored } = replay;
  const lists = own?.lists();
  return {
    patch: engine.toPatch(patch, { ...context, stored }),
    limits: (proposed?.limits ?? []).map(({ limit, ofEach }) => {
      const { key: _, since: __, cardId, ...terms } = engineLimitOf(limit, 0, context.now);
      const level = ofEach || cardId !== undefined ? 'card' : 'account';
      return { terms: { ...terms, assumedLists: lists }, level, cardId: ofEach ? undefined : cardId };
    }),
    rules: (proposed?.rules ?? []).map(({ name, content: { condition, effect } }, at) => {
      const rule = { name, condition, effect, version: 0, number: AFTER_ALL + at, from: null, until: null };
      return engine.toBankRule(rule, requireValue(lists, 'the lists of a bank').listOf);
    }),
    program: proposed?.program && {
      productCode: OWN_PRODUCT,
      defaults: proposed.program.defaults as ProgramFields,
      limits: proposed.program.limits.map((limit, at) => ({
        ...{ key: `0-${at}`, since: context.now.toISOString() },
        ...{ asked: asProgramLimit(limit, context.exponent), assumedLists: lists },
      })),
    },
    restrictions: restrictions.map(({ card, request }) => ({
      cardId: card === undefined ? undefined : BigInt(card),
      order: {
        type: request.type,
        isAllowed: request.isAllowed,
        endDate: request.endDate,
        allowedValues: request.countries,
      },
    })),
  };
}

/** Returns the answers that an account actually gave, and its state. */
export function replayLife(engine: Engine, life: AccountLife, lived: EngineAccount): ReplayedLife {
  const { past, account, own, cards } = lived;
  const endsAt = new Date(life.steps.at(-1)?.atMs ?? 0);
  return {
    decisions: past.flatMap((event) => {
      if (event.past === undefined) return [];
      const { actionCode, reason, reserveMinor } = requireValue(event.decision, 'a decision');
      return [`${event.past.key} ${actionCode} ${reason} ${reserveMinor}`];
    }),
    state: stateOf(engine, account, { own, cards, endsAt }),
  };
}
