import type { EngineAccount } from './engine-account.ts';
import type { Engine, EngineBank } from './engine-bank.ts';
import type { AccountLife, Said } from './operation.ts';
import { sayMoment } from './say-moment.ts';

/** Where what the past says of a moment is not what the account was then. */
export function differenceAtMoments(
  engine: Engine,
  { bank }: EngineBank,
  life: AccountLife,
  account: EngineAccount,
): Said | undefined {
  const past = engine.openPast();
  const opening = new Date(0);
  const kinds = account.endingKinds;
  const apply = (change: Parameters<typeof engine.applyPastChange>[1], at: Date) =>
    engine.applyPastChange(past, change, { bank, at, kinds });
  apply({ kind: 'OPENED', availableMinor: String(life.availableMinor), fundsCheck: life.fundsCheck }, opening);
  apply({ kind: 'SETTINGS', patch: life.settings }, opening);
  for (const [card, expiry] of life.expiries.entries()) {
    apply(
      { kind: 'CARD_ADDED', cardId: String(card), status: 'ACTIVE', expiry, sequenceNumber: life.sequence },
      opening,
    );
  }
  let applied = 0;
  for (const { events, said } of account.moments) {
    for (const event of account.past.slice(applied, events)) {
      if (event.past === undefined) apply(event.change, event.at);
      else if (event.decision.actionCode === '00') {
        const { key, message, decidedAt: at } = event.past;
        const trace = JSON.stringify(event.decision.trace);
        const switches = trace.includes(':ON_FOR_ONE') ? trace : null;
        const approval = { sequence: 0n, key, at, minor: message.billingMinor, switches };
        engine.applyPastApproval(past, approval, bank);
      }
    }
    applied = events;
    const again = sayMoment(engine, past);
    if (again !== said) return { model: said, engine: `in the past: ${again}` };
  }
  return undefined;
}
