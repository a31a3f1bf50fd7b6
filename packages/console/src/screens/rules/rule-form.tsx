import type { AnyRuleEffect } from '@cardwright/contract';
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConditionEditor } from '../../parts/condition/condition-editor.tsx';
import { conditionFaults } from '../../parts/condition/condition-faults.ts';
import { parseCondition } from '../../parts/condition/condition-text.ts';
import { faultAt, faultsOf, OtherFaults, type TypedFault } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { effectName, effectsLike } from './effect-words.ts';
import type { RuleDraft } from './rule-draft.ts';
import classes from './rules.module.css';

/** The fields that show faults. */
const PLACES = ['condition', 'name', 'from', 'until', 'description'];

interface FormParts {
  readonly first: RuleDraft;
  /** Whether the name can still be chosen. */
  readonly isNew: boolean;
  readonly verb: string;
  readonly save: (draft: RuleDraft) => Promise<unknown>;
  readonly cancel: () => void;
}

/** A form for a version of a rule. Each field shows its faults: those found before sending, then those of the server. */
export function RuleForm({ first, isNew, verb, save, cancel }: FormParts) {
  const { t } = useWords();
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const saving = useMutation({ mutationFn: (sent: RuleDraft) => save(sent) });
  const read = parseCondition(draft.condition);
  const isFaulty = !read.isJson || conditionFaults(read.value, 'condition', []).length > 0;
  // The findings of the server apply to the sent version, and not to later edits.
  const isOfThis = saving.variables === draft;
  const error = isOfThis ? saving.error : null;
  const told = faultsOf(error);
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isFaulty) saving.mutate(draft);
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label={verb} noValidate>
      <Panel title={t('ruleForm.what')}>
        <RuleFields draft={draft} set={set} isNew={isNew} isTried={isTried} faults={told} />
      </Panel>
      <Panel title={t('rules.condition')}>
        <ConditionEditor
          text={draft.condition}
          onChange={(condition) => set({ condition })}
          path="condition"
          told={told}
          isTried={isTried}
        />
      </Panel>
      {isTried && isFaulty && (
        <p className={classes.why} role="alert">
          {t('ruleForm.faulty')}
        </p>
      )}
      <OtherFaults error={error} faults={told} shown={PLACES} />
      <Group>
        <Button type="submit" loading={saving.isPending}>
          {verb}
        </Button>
        <Button variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}

interface FieldParts {
  readonly draft: RuleDraft;
  readonly set: (change: Partial<RuleDraft>) => void;
  readonly isNew: boolean;
  readonly isTried: boolean;
  readonly faults: readonly TypedFault[];
}

const NAME = /^[A-Z][A-Z0-9_]{1,23}$/;

function RuleFields({ draft, set, isNew, isTried, faults }: FieldParts) {
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
      <NativeSelect
        label={t('rules.effect')}
        description={t('ruleForm.effectAbout')}
        value={draft.effect}
        onChange={(event) => set({ effect: event.currentTarget.value as AnyRuleEffect })}
      >
        {effectsLike(draft.effect).map((effect) => (
          <option key={effect} value={effect}>
            {effectName(t, effect)}
          </option>
        ))}
      </NativeSelect>
      <TimeField
        isLabelShown
        label={t('ruleForm.from', { zone })}
        value={draft.from}
        zone={zone}
        onChange={(from) => set({ from })}
      />
      <div>
        <TimeField
          isLabelShown
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
