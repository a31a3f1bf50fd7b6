import { NativeSelect } from '@mantine/core';
import { useWords } from '../../words/language.ts';

const MINUTES = [30, 120, 1_440] as const;
export const SHORTEST_PERIOD: number = MINUTES[0];

/** Selects for how many minutes one payment is allowed. */
export function PeriodSelect({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t } = useWords();
  return (
    <NativeSelect
      label={t('allow.for')}
      value={minutes}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {MINUTES.map((each) => (
        <option key={each} value={each}>
          {each < 60 ? t('allow.minutes', { count: each }) : t('allow.hours', { count: each / 60 })}
        </option>
      ))}
    </NativeSelect>
  );
}
