import type { ModelAccount } from '../../world/model/model-account.ts';
import { windowAt } from '../../world/model/model-calendar.ts';
import { countriesOf, type ModelMessage } from '../../world/model/model-message.ts';
import { passesBelow, restrictionInForce } from '../../world/model/model-rules.ts';
import { type ModelSettings, readSwitch } from '../../world/model/model-settings.ts';

const DAY_MS = 86_400_000;

type Counters = ReturnType<ModelAccount['counters']>;

/** Counts events over a whole run: an event that never happens is not tested. */
export class Tally {
  readonly counts = new Map<string, number>();

  note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Counts the special features of a message before its decision. */
  noteDecision(account: ModelAccount, card: number, message: ModelMessage, nowMs: number): void {
    const { entry, isPresent, isForeign, country, switches: covering } = message.reading;
    this.note(`entry ${entry}`);
    if (isForeign) {
      this.note(isPresent ? 'card present abroad' : 'abroad');
      if (isPresent) this.#noteForeignUse(account.settings, message, nowMs);
      if (country === undefined) this.note('abroad, because no country is named');
      const set = account.card(card).restrictions;
      const list = restrictionInForce(set, 'INTERNATIONAL_SPECIFIC_COUNTRIES', nowMs);
      if (list?.countries.length === 0) this.note('list that was lifted');
      const isListed = list?.isAllowed === true && list.countries.includes(country ?? '');
      const isClosed = restrictionInForce(set, 'INTERNATIONAL', nowMs)?.isAllowed === false;
      if (isListed && isClosed) this.note('exception from what is closed abroad');
    } else if (country === undefined) this.note('at home by its currency');
    const { settings } = account;
    for (const name of covering) {
      const untilMs = settings.switches[name]?.untilMs;
      if (untilMs === nowMs + 1) this.note('last millisecond of a switch');
      if (untilMs === nowMs) this.note('a switch at its instant');
      if (untilMs === nowMs - 1) this.note('first millisecond after a switch');
    }
    if (covering.filter((name) => readSwitch(settings.switches[name], nowMs) === 'ON_FOR_ONE').length > 1) {
      this.note('two switches on for one');
    }
    if (readSwitch(settings.switches.cardPresent, nowMs) === 'OFF' && isPresent) {
      if (passesBelow(settings, message)) this.note('small amount with cards off');
    }
    for (const [at, { minor, endMs }] of account.counters(nowMs).entries()) {
      if (minor > 0 && endMs === nowMs + 1) this.note('last millisecond of a counter');
      const before = account.counters(nowMs - 1)[at]!;
      if (before.minor > 0 && before.endMs === nowMs) this.note('a counter at its end');
    }
    const today = windowAt('DAILY', nowMs, account.bank.zone);
    if (today.endMs! - today.startMs !== DAY_MS) this.note('a day that has not 24 hours');
    for (const { endMs } of account.card(card).restrictions) {
      if (endMs === nowMs + 1) this.note('last millisecond of a restriction');
      if (endMs === nowMs) this.note('a restriction at its midnight');
    }
  }

  #noteForeignUse(settings: ModelSettings, message: ModelMessage, nowMs: number): void {
    const { anyForeign, specificForeign, countries, foreignStartMs, foreignEndMs } = settings;
    const isListed = countries !== undefined && countriesOf(countries)?.includes(message.reading.country ?? '');
    if (countries !== undefined) this.note(isListed ? 'listed country' : 'country that is not listed');
    if (isListed && specificForeign === undefined) this.note('list without its flag');
    if (isListed && specificForeign === false && anyForeign !== true) this.note('list that its flag disables');
    if (foreignStartMs !== undefined && nowMs < foreignStartMs) this.note('before the foreign window');
    if (foreignStartMs === nowMs) this.note('foreign window at its start');
    if (foreignEndMs === nowMs) this.note('foreign window at its end');
  }

  recordEnding(kind: 'reverse' | 'complete', before: Counters, after: Counters): void {
    const releasedCount = after.filter(({ minor }, at) => minor < before[at]!.minor).length;
    const addedCount = after.filter(({ minor }, at) => minor > before[at]!.minor).length;
    if (kind === 'complete') {
      this.note('completion');
      if (releasedCount > 0) this.note('completion that gives back to counters');
      if (addedCount > 0) this.note('completion that adds to counters');
      if (releasedCount + addedCount > 0 && releasedCount + addedCount < after.length)
        this.note('completion after a window');
    } else this.note(releasedCount === after.length ? 'reversal in open windows' : 'reversal after a window');
  }
}
