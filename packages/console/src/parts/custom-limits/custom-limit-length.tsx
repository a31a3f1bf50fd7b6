import { TextInput } from '@mantine/core';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { faultAt, type TypedFault } from '../page/findings.tsx';
import { WordSelect } from '../value/word-select.tsx';
import classes from './custom-limits.module.css';
import type { LimitDraft, LimitUnit } from './limit-draft.ts';

const UNIT_WORDS: Readonly<Record<LimitUnit, WordKey>> = {
  day: 'customLimit.days',
  hour: 'customLimit.hours',
  minute: 'customLimit.minutes',
  second: 'customLimit.seconds',
};

interface LengthParts {
  readonly draft: LimitDraft;
  readonly set: (change: Partial<LimitDraft>) => void;
  readonly faults: readonly TypedFault[];
}

/** The length of a sliding window. */
export function CustomLimitLength({ draft, set, faults }: LengthParts) {
  const { t } = useWords();
  return (
    <div className={classes.length}>
      <TextInput
        label={t('customLimit.last')}
        value={draft.last}
        inputMode="numeric"
        dir="ltr"
        maxLength={7}
        error={faultAt(faults, 'window')}
        onChange={(event) => set({ last: event.currentTarget.value.trim() })}
      />
      <WordSelect
        label={t('customLimit.unit')}
        value={draft.unit}
        words={UNIT_WORDS}
        onChange={(unit) => set({ unit })}
      />
    </div>
  );
}
