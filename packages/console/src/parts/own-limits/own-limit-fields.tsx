import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { faultAt, type TypedFault } from '../page/findings.tsx';
import { WordChoice } from '../value/word-choice.tsx';
import { OwnLimitCondition } from './own-limit-condition.tsx';
import type { LimitDraft, LimitUnit } from './own-limit-draft.ts';
import { MEASURE_WORDS, OF_WORDS, SPAN_WORDS } from './own-limit-words.ts';
import classes from './own-limits.module.css';

/** Where a fault of a limit is shown. */
const OF_EVERY = ['id', 'level', 'card_identifier_id', 'measure', 'where'];
export const LIMIT_PLACES = [...OF_EVERY, 'of', 'window', 'max', 'lockMerchant'];

/** Fields beside each other stand on one line. */
const ABOUT_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface FieldsParts {
  readonly draft: LimitDraft;
  readonly set: (change: Partial<LimitDraft>) => void;
  /** One that is there keeps its name. */
  readonly isNew: boolean;
  /** Undefined where each account has its own. */
  readonly currency: string | undefined;
  readonly faults: readonly TypedFault[];
  /** Whose it is. */
  readonly children?: ReactNode;
}

/** What a limit is: its name, what it counts, over which time, up to what, and of which messages. */
export function OwnLimitFields({ draft, set, isNew, currency, faults, children }: FieldsParts) {
  const { t } = useWords();
  return (
    <>
      <TextInput
        label={t('ownLimit.id')}
        description={t('ownLimit.idAbout')}
        inputWrapperOrder={ABOUT_BELOW}
        value={draft.id}
        disabled={!isNew}
        dir="ltr"
        maxLength={24}
        autoComplete="off"
        error={faultAt(faults, 'id')}
        onChange={(event) => set({ id: event.currentTarget.value.trim().toUpperCase() })}
      />
      {children}
      <WordChoice
        label={t('ownLimit.measure')}
        value={draft.measure}
        words={MEASURE_WORDS}
        error={faultAt(faults, 'measure')}
        onChange={(measure) => set({ measure })}
      />
      {draft.measure === 'lock' ? (
        <TextInput
          label={t('ownLimit.merchant')}
          description={t('ownLimit.merchantAbout')}
          inputWrapperOrder={ABOUT_BELOW}
          value={draft.merchant}
          dir="ltr"
          maxLength={15}
          error={faultAt(faults, 'lockMerchant')}
          onChange={(event) => set({ merchant: event.currentTarget.value })}
        />
      ) : (
        <Counted draft={draft} set={set} currency={currency} faults={faults} />
      )}
      <div className={classes.wide}>
        <OwnLimitCondition text={draft.where} onChange={(where) => set({ where })} faults={faults} />
      </div>
    </>
  );
}

/** Of one that counts: which messages, over which time, up to what. */
function Counted({ draft, set, currency, faults }: Omit<FieldsParts, 'isNew' | 'children'>) {
  const { t } = useWords();
  return (
    <>
      <WordChoice
        label={t('ownLimit.of')}
        value={draft.of}
        words={OF_WORDS}
        error={faultAt(faults, 'of')}
        onChange={(of) => set({ of })}
      />
      <WordChoice
        label={t('ownLimit.window')}
        value={draft.span}
        words={SPAN_WORDS}
        error={faultAt(faults, draft.span === 'sliding' ? 'window.calendar' : 'window')}
        onChange={(span) => set({ span })}
      />
      {draft.span === 'sliding' && <Length draft={draft} set={set} faults={faults} />}
      <TextInput
        label={
          currency !== undefined && draft.measure === 'amount'
            ? t('ownLimit.maxAmount', { currency })
            : t('ownLimit.max')
        }
        value={draft.max}
        inputMode="decimal"
        dir="ltr"
        maxLength={20}
        autoComplete="off"
        error={faultAt(faults, 'max')}
        onChange={(event) => set({ max: event.currentTarget.value.trim() })}
      />
    </>
  );
}

const UNIT_WORDS: Readonly<Record<LimitUnit, WordKey>> = {
  day: 'ownLimit.days',
  hour: 'ownLimit.hours',
  minute: 'ownLimit.minutes',
  second: 'ownLimit.seconds',
};

/** How long a sliding window is. */
function Length({ draft, set, faults }: Pick<FieldsParts, 'draft' | 'set' | 'faults'>) {
  const { t } = useWords();
  return (
    <div className={classes.length}>
      <TextInput
        label={t('ownLimit.last')}
        value={draft.last}
        inputMode="numeric"
        dir="ltr"
        maxLength={7}
        error={faultAt(faults, 'window')}
        onChange={(event) => set({ last: event.currentTarget.value.trim() })}
      />
      <WordChoice label={t('ownLimit.unit')} value={draft.unit} words={UNIT_WORDS} onChange={(unit) => set({ unit })} />
    </div>
  );
}
