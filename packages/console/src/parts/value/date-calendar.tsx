import 'dayjs/locale/ar';
import '@mantine/dates/styles.css';
import { FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { dayIn } from './zoned-day.ts';

interface CalendarParts {
  /** The day (YYYY-MM-DD), or empty. */
  readonly value: string;
  readonly choose: (day: string) => void;
}

/** A month in which a person chooses a day. The arrow keys start at the day of the field, or at today. */
export default function DateCalendar({ value, choose }: CalendarParts) {
  const { t, language } = useWords();
  const today = dayIn(Date.now(), useTimeZone());
  const first = value === '' ? today : value;
  const next = t('date.next');
  const previous = t('date.previous');
  return (
    <FocusTrap>
      <div>
        <DatePicker
          // Prevents the Escape key from also closing the surrounding dialog.
          __stopPropagation
          locale={language}
          // The library's colors for weekend days have too little contrast.
          weekendDays={[]}
          hideOutsideDates
          value={value === '' ? null : value}
          defaultDate={first}
          ariaLabels={{
            ...{ nextMonth: next, nextYear: next, nextDecade: next },
            ...{ previousMonth: previous, previousYear: previous, previousDecade: previous },
          }}
          getDayProps={(day) => (day === first ? { 'data-autofocus': true } : {})}
          onChange={(day) => choose(day ?? value)}
        />
      </div>
    </FocusTrap>
  );
}
