import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ConditionSubjectContext } from '../condition/condition-context.ts';
import { Facts } from '../page/facts.tsx';
import { faultAt, type TypedFault } from '../page/findings.tsx';
import { WordSelect } from '../value/word-select.tsx';
import { CustomLimitCondition } from './custom-limit-condition.tsx';
import { CustomLimitLength } from './custom-limit-length.tsx';
import { MEASURE_WORDS, OUTCOME_WORDS, SPAN_WORDS, subjectOf } from './custom-limit-words.ts';
import classes from './custom-limits.module.css';
import type { LimitDraft } from './limit-draft.ts';

/** The fields that show faults of a limit. */
const OF_EVERY = ['id', 'level', 'card_identifier_id', 'token_reference', 'measure', 'where'];
export const LIMIT_PLACES = [...OF_EVERY, 'of', 'window', 'max', 'lockMerchant'];

/** The order of an input's parts that aligns adjacent fields on one line. */
const ABOUT_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface LimitFieldsParts {
  readonly draft: LimitDraft;
  readonly set: (change: Partial<LimitDraft>) => void;
  /** The name of an existing limit cannot change. */
  readonly isNew: boolean;
  /** Undefined if each account has its own currency. */
  readonly currency: string | undefined;
  readonly faults: readonly TypedFault[];
  /** The owner of the limit. */
  readonly children?: ReactNode;
}

/** The fields of a limit: its name, what it counts, its window, its maximum, and the messages that it covers. */
export function CustomLimitFields({ draft, set, isNew, currency, faults, children }: LimitFieldsParts) {
  const { t } = useWords();
  return (
    <>
      {isNew ? (
        <TextInput
          label={t('customLimit.id')}
          description={t('customLimit.idAbout')}
          inputWrapperOrder={ABOUT_BELOW}
          value={draft.id}
          dir="ltr"
          maxLength={24}
          autoComplete="off"
          error={faultAt(faults, 'id')}
          onChange={(event) => set({ id: event.currentTarget.value.trim().toUpperCase() })}
        />
      ) : (
        <Facts facts={[{ name: t('customLimit.id'), value: <bdi dir="ltr">{draft.id}</bdi> }]} />
      )}
      {children}
      <WordSelect
        label={t('customLimit.measure')}
        value={draft.measure}
        words={MEASURE_WORDS}
        error={faultAt(faults, 'measure')}
        // The condition of another measure can have other fields, so it is reset.
        onChange={(measure) =>
          set(subjectOf(measure) === subjectOf(draft.measure) ? { measure } : { measure, where: '' })
        }
      />
      {draft.measure === 'lock' ? (
        <TextInput
          label={t('customLimit.merchant')}
          description={t('customLimit.merchantAbout')}
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
        <ConditionSubjectContext value={subjectOf(draft.measure)}>
          <CustomLimitCondition text={draft.where} onChange={(where) => set({ where })} faults={faults} />
        </ConditionSubjectContext>
      </div>
    </>
  );
}

/** The fields of a counting limit: the messages, the window, and the maximum. */
function Counted({ draft, set, currency, faults }: Omit<LimitFieldsParts, 'isNew' | 'children'>) {
  const { t } = useWords();
  return (
    <>
      <WordSelect
        label={t('customLimit.of')}
        value={draft.of}
        words={OUTCOME_WORDS}
        error={faultAt(faults, 'of')}
        onChange={(of) => set({ of })}
      />
      <WordSelect
        label={t('customLimit.window')}
        value={draft.span}
        words={SPAN_WORDS}
        error={faultAt(faults, draft.span === 'sliding' ? 'window.calendar' : 'window')}
        onChange={(span) => set({ span })}
      />
      {draft.span === 'sliding' && <CustomLimitLength draft={draft} set={set} faults={faults} />}
      <TextInput
        label={
          currency !== undefined && draft.measure === 'amount'
            ? t('customLimit.maxAmount', { currency })
            : t('customLimit.max')
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
