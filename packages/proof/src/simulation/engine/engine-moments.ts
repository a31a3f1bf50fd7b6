import type { HistoricalState } from '@cardwright/server/internal/issuing/authorization/history/historical-state';
import type { AccountLife, AnswerPair } from '../../world/operation.ts';
import { describeMoment } from '../say-moment.ts';
import type { EngineAccount, PastEvent } from './engine-account.ts';
import type { Engine, EngineBank } from './engine-bank.ts';

/** The differences between the reconstructed state at a moment and the state that the account had then. */
export function differenceAtMoments(
  engine: Engine,
  { bank }: EngineBank,
  life: AccountLife,
  account: EngineAccount,
): AnswerPair | undefined {
  const history = engine.openHistory(engine.allLimitsOfPrograms(account.own?.programs ?? [], account.exponent));
  const opening = new Date(0);
  const kinds = account.endingKinds;
  const apply = (change: Parameters<typeof engine.applyHistoricalChange>[1], at: Date) =>
    engine.applyHistoricalChange(history, change, { bank, at, kinds });
  apply({ kind: 'OPENED', availableMinor: String(life.availableMinor), fundsCheck: life.fundsCheck }, opening);
  apply({ kind: 'SETTINGS', patch: life.settings }, opening);
  for (const [card, expiry] of life.expiries.entries()) {
    apply(
      { kind: 'CARD_ADDED', cardId: String(card), status: 'ACTIVE', expiry, sequenceNumber: life.sequence },
      opening,
    );
  }
  let applied = 0;
  for (const { events, programs, at, description } of account.moments) {
    for (const event of account.past.slice(applied, events)) {
      if (event.past === undefined) apply(event.change, event.at);
      else applyDecision(engine, history, event, bank);
    }
    applied = events;
    // Changes after the moment but at the same instant count for the moment too.
    const versions = (account.own?.programs ?? []).filter(
      ({ version, createdAt }) => version <= programs || createdAt > at,
    );
    const program = engine.programThen(versions, at);
    const { programLimits } = engine.limitsOfProgram(program, account.exponent);
    const then = { ...history, limits: { ...history.limits, programLimits } };
    const again = describeMoment(engine, then, { now: at, program, exponent: account.exponent });
    if (again !== description) return { model: description, engine: `in the past: ${again}` };
  }
  return undefined;
}

/** Applies an approval, or a decline that limits counted, as it is stored. */
function applyDecision(
  engine: Engine,
  state: HistoricalState,
  { past, decision }: Extract<PastEvent, { readonly past: object }>,
  bank: EngineBank['bank'],
): void {
  const { key, message, decidedAt: at } = past;
  const { countingKey: counted = null } = decision;
  const stored = { sequence: 0n, at, minor: message.billingMinor };
  if (decision.actionCode === '00') {
    const trace = JSON.stringify(decision.trace);
    const switches = trace.includes(':ON_FOR_ONE') ? trace : null;
    engine.applyHistoricalApproval(state, { ...stored, key, counted, switches }, bank);
  } else if (counted !== null) engine.applyHistoricalDecline(state, { ...stored, counted }, bank);
}
