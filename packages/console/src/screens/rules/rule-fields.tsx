import type { AnyRuleEffect } from '@cardwright/contract';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { faultAt, type TypedFault } from '../../parts/page/findings.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { WordSelect } from '../../parts/value/word-select.tsx';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { effectName, effectsOn, effectWord, SUBJECT_WORDS } from './effect-words.ts';
import { newRuleOn, type RuleDraft } from './rule-draft.ts';
import classes from './rules.module.css';

interface FieldParts {
  readonly draft: RuleDraft;
  readonly set: (change: Partial<RuleDraft>) => void;
  readonly isNew: boolean;
  readonly isTried: boolean;
  readonly faults: readonly TypedFault[];
}

const NAME = /^[A-Z][A-Z0-9_]{1,23}$/;

/** The fields of a rule, without its condition. */
export function RuleFields({ draft, set, isNew, isTried, faults }: FieldParts) {
  const { t } = useWords();
  const zone = useTimeZone();
  const isMisnamed = isTried && !NAME.test(draft.name);
  return (
    <div className={classes.fields}>
      {isNew && (
        <TextInput
          label={t('rules.name')}
          description={t('ruleForm.nameAbout')}
          value={draft.name}
          error={isMisnamed ? t('ruleForm.nameFault') : faultAt(faults, 'name')}
          maxLength={24}
          required
          dir="ltr"
          autoComplete="off"
          onChange={(event) => set({ name: event.currentTarget.value.toUpperCase() })}
        />
      )}
      {isNew && (
        <WordSelect
          label={t('tokenRule.on')}
          value={draft.on}
          words={SUBJECT_WORDS}
          onChange={(on) => set(newRuleOn(on))}
        />
      )}
      <NativeSelect
        label={t(effectWord(draft.on))}
        description={t(draft.on === 'provisioning' ? 'tokenRule.effectAbout' : 'ruleForm.effectAbout')}
        value={draft.effect}
        onChange={(event) => set({ effect: event.currentTarget.value as AnyRuleEffect })}
      >
        {effectsOn(draft.on).map((effect) => (
          <option key={effect} value={effect}>
            {effectName(t, effect)}
          </option>
        ))}
      </NativeSelect>
      <TimeField
        hasVisibleLabel
        label={t('ruleForm.from', { zone })}
        value={draft.from}
        zone={zone}
        onChange={(from) => set({ from })}
      />
      <div>
        <TimeField
          hasVisibleLabel
          label={t('ruleForm.until', { zone })}
          value={draft.until}
          zone={zone}
          onChange={(until) => set({ until })}
        />
        {faultAt(faults, 'until') !== undefined && <p className={classes.fault}>{t('ruleForm.untilFault')}</p>}
      </div>
      <Textarea
        label={t('ruleForm.description')}
        value={draft.description}
        error={faultAt(faults, 'description')}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </div>
  );
}
