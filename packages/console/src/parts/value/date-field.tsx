import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useDisclosure, useUncontrolled } from '@mantine/hooks';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CalendarIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { dateOrder, formatDate, parseDate } from './date-text.ts';

const DateCalendar = lazy(() => import('./date-calendar.tsx'));

interface DateFieldParts extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** The day (YYYY-MM-DD) or, with `hasTime`, the local time (YYYY-MM-DDTHH:mm), or empty. A form gets it by `name`. */
  readonly value?: string;
  readonly defaultValue?: string;
  readonly hasTime?: boolean;
  readonly onChange?: (value: string) => void;
}

/**
 * A field for a day or a local time in the order of the page's language, which a browser's own field would not use. A
 * person types it, or chooses the day in a calendar, which loads when it opens.
 */
export function DateField({ value, defaultValue, onChange, hasTime = false, name, ...input }: DateFieldParts) {
  const { t, locale } = useWords();
  const [current, set] = useUncontrolled({
    ...(value !== undefined && { value }),
    ...(defaultValue !== undefined && { defaultValue: parseDate(defaultValue, locale, hasTime) ?? '' }),
    ...(onChange && { onChange }),
    finalValue: '',
  });
  // The typed text stays unchanged until the field loses the focus.
  const [typed, type] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  const isFaulty = typed !== undefined && parseDate(typed, locale, hasTime) === undefined;
  const field = useRef<HTMLInputElement>(null);
  const order = dateOrder(locale).map((part) => AS_IN_FIELD + t(DATE_WORDS[part]));
  const format = `${order.join('/')}${hasTime ? ` ${t('date.clock')}` : ''}`;
  const fault = t('date.fault', { format });
  useEffect(() => field.current?.setCustomValidity(isFaulty ? fault : ''), [isFaulty, fault]);
  const change = (text: string) => {
    type(text);
    setTyping(true);
    set(parseDate(text, locale, hasTime) ?? '');
  };
  const leave = () => {
    setTyping(false);
    if (!isFaulty) type(undefined);
  };
  const choose = (day: string) => {
    type(undefined);
    set(hasTime ? `${day}T${current.slice(11) || '00:00'}` : day);
  };
  return (
    <>
      <TextInput
        dir="ltr"
        autoComplete="off"
        maxLength={20}
        {...input}
        ref={field}
        placeholder={input.placeholder === undefined ? format : `${input.placeholder}: ${format}`}
        error={isFaulty && !isTyping ? fault : input.error}
        value={typed ?? formatDate(current, locale)}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={leave}
        rightSection={<CalendarButton value={current.slice(0, 10)} choose={choose} />}
      />
      {name !== undefined && <input type="hidden" name={name} value={current} />}
    </>
  );
}

const DATE_WORDS = { day: 'date.day', month: 'date.month', year: 'date.year' } as const;
/** Prevents Arabic letters from changing the order of the figures in the field. */
const AS_IN_FIELD = '\u200e';

function CalendarButton({ value, choose }: { value: string; choose: (day: string) => void }) {
  const { t } = useWords();
  const [isOpen, { toggle, close }] = useDisclosure();
  const chosen = (day: string) => {
    choose(day);
    close();
  };
  // A surrounding dialog would close too. The focus is on the button until the calendar has loaded.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // The calendar loads later, and may then have more room above the field.
    <Popover opened={isOpen} onDismiss={close} returnFocus position="bottom" preventPositionChangeWhenVisible={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" size="sm" aria-label={t('date.open')} onClick={toggle} onKeyDown={closeOnEscape}>
          <CalendarIcon size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown onKeyDown={closeOnEscape}>
        <Suspense fallback={null}>
          <DateCalendar value={value} choose={chosen} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
