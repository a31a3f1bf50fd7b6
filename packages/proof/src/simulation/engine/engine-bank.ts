import type { Channel } from '@cardwright/server/internal/issuing/authorization/decision/channel';
import type { Bank } from '@cardwright/server/internal/platform/kernel/bank';
import type { Calendar } from '@cardwright/server/internal/platform/kernel/time/calendar';
import type { CategoryRange, ModelBank } from '../../world/model/model-banks.ts';
import { dayOfDate, daysOf, localTime } from '../../world/model/model-calendar.ts';
import type { ModelUse } from '../../world/model/model-message.ts';

export type Engine = typeof import('./engine.ts');

/** A use in the form of the engine. */
interface EngineUse {
  readonly channel: Channel;
  readonly country: string | undefined;
}

export interface EngineBank {
  readonly bank: Bank;
  readonly uses: readonly EngineUse[];
  /**
   * The engine's own calendar. Decisions use a table instead, because the calendar's arithmetic takes longer than
   * everything else.
   */
  readonly calendar: Calendar;
}

export function engineBankOf(engine: Engine, model: ModelBank, uses: readonly ModelUse[]): EngineBank {
  const calendar = engine.createCalendar(model.zone, model.cutOff);
  const bank: Bank = {
    bankId: model.id,
    bankCode: '001',
    country: model.country,
    currency: engine.currencyOf(model.currency),
    calendar: tableCalendar(model),
    fraudMonitoring: false,
    cardControl: {
      windows: model.windows,
      functions: [categoriesOf(model.functions[0]), categoriesOf(model.functions[1]), categoriesOf(model.functions[2])],
      unreadableCountry: model.unreadableCountry,
      merchantGroups: new Map(
        Object.entries(model.groups).map(([id, { effect, ranges }]) => [
          id,
          { name: `Group ${id}`, effect, categories: categoriesOf(ranges) ?? new Set() },
        ]),
      ),
      resourceStrings: new Map(),
    },
    notificationTemplates: [],
    bureauKey: undefined,
  };
  return {
    bank,
    calendar,
    uses: uses.map(({ entryMode, condition, category, location }) => ({
      channel: engine.channelOf(String(entryMode), condition, category),
      country: engine.countryOfLocation(location),
    })),
  };
}

function categoriesOf(ranges: readonly CategoryRange[] | undefined): ReadonlySet<string> | undefined {
  if (ranges === undefined) return undefined;
  const all = ranges.flatMap(([first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => String(Number(first) + at).padStart(4, '0')),
  );
  return new Set(all);
}

/** The model's table in the form of a calendar. */
export function tableCalendar({ zone, cutOff }: ModelBank): Calendar {
  const days = daysOf(zone);
  const local = (now: Date) => localTime(now.getTime(), zone);
  return {
    timeZone: zone,
    cutOff,
    businessDate: (now) => days.businessDate(now.getTime(), cutOff),
    localDate: (now) => days.date(days.dayAt(now.getTime())),
    startOfDay: (date) => new Date(days.midnight(dayOfDate(date))),
    endOfDay: (date) => days.midnight(dayOfDate(date) + 1),
    windowEnd: (window, now) => days.window(window, days.dayAt(now.getTime())).endMs,
    localTime: (now) => ({
      hour: Number(local(now).slice(11, 13)),
      // The first day of the table is a Friday.
      weekday: ((days.dayAt(now.getTime()) + 4) % 7) + 1,
    }),
    headerTime: (now) => {
      const [year, month, day, time] = local(now).split(/[-T.]/);
      return `${day}/${month}/${year} ${time}`;
    },
    isoTime: local,
  };
}
