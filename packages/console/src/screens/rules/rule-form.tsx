import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConditionSubjectContext } from '../../parts/condition/condition-context.ts';
import { ConditionEditor } from '../../parts/condition/condition-editor.tsx';
import { conditionFaults } from '../../parts/condition/condition-faults.ts';
import { parseCondition } from '../../parts/condition/condition-text.ts';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { faultsOf, OtherFaults } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useWords } from '../../words/language.ts';
import type { RuleDraft } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
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

/**
 * A form for a version of a rule. Each field shows its faults: those found before sending, then those of the server.
 */
export function RuleForm({ first, isNew, verb, save, cancel }: FormParts) {
  const { t } = useWords();
  const [initial] = useState(first);
  const [draft, setDraft] = useState(initial);
  const [isTried, setTried] = useState(false);
  const saving = useMutation({ mutationFn: (sentDraft: RuleDraft) => save(sentDraft) });
  const read = parseCondition(draft.condition);
  const isFaulty = !read.isJson || conditionFaults(read.value, 'condition', [], draft.on).length > 0;
  // The findings of the server apply to the sent version, and not to later edits.
  const isOfThis = saving.variables === draft;
  const error = isOfThis ? saving.error : null;
  const serverFaults = faultsOf(error);
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isFaulty) saving.mutate(draft);
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label={verb} noValidate>
      <LeaveGuard isDirty={draft !== initial && !saving.isPending} />
      <Panel title={t('ruleForm.what')}>
        <RuleFields draft={draft} set={set} isNew={isNew} isTried={isTried} faults={serverFaults} />
      </Panel>
      <Panel title={t('rules.condition')}>
        <ConditionSubjectContext value={draft.on}>
          <ConditionEditor
            text={draft.condition}
            onChange={(condition) => set({ condition })}
            path="condition"
            warnings={serverFaults}
            isTried={isTried}
          />
        </ConditionSubjectContext>
      </Panel>
      {isTried && isFaulty && (
        <p className={classes.why} role="alert">
          {t('ruleForm.faulty')}
        </p>
      )}
      <OtherFaults error={error} faults={serverFaults} displayed={PLACES} />
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
